"""The least that a command with typer is."""

import typer

app = typer.Typer()


@app.command()
def hello(name: str) -> None:
    """Greet somebody."""
    print(f"Hello {name}")


app()
