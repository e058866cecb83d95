// Random play of tic-tac-toe and Connect Four on boardgame.io, as its tutorial writes games: a line of JSON.
// node games.js GAME GAMES SEED; boardgame.io is found through NODE_PATH.
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (ROWS.some((row) => G.cells[row[0]] !== null && row.every((cell) => G.cells[cell] === G.cells[row[0]]))) {
      return { winner: ctx.currentPlayer };
    }
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const WIDTH = 7, HEIGHT = 6;

function inLine(cells, column, row, [dx, dy]) {
  const mine = cells[column][row];
  let count = 1;
  for (const way of [1, -1]) {
    let x = column + way * dx, y = row + way * dy;
    while (x >= 0 && x < WIDTH && y >= 0 && cells[x][y] === mine) {
      count += 1;
      x += way * dx;
      y += way * dy;
    }
  }
  return count >= 4;
}

const connectFour = {
  name: "connect-four",
  setup: () => ({ cells: Array.from({ length: WIDTH }, () => []), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, column) => {
      if (G.cells[column].length >= HEIGHT) return INVALID_MOVE;
      G.last = [column, G.cells[column].length];
      G.cells[column].push(playerID);
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last === null) return;
    if ([[1, 0], [0, 1], [1, 1], [1, -1]].some((step) => inLine(G.cells, G.last[0], G.last[1], step))) {
      return { winner: ctx.currentPlayer };
    }
    if (G.cells.every((cells) => cells.length === HEIGHT)) return { draw: true };
  },
};

const GAMES = {
  "tic-tac-toe": [ticTacToe, (G) => G.cells.flatMap((mark, cell) => (mark === null ? [cell] : []))],
  "connect-four": [connectFour, (G) => G.cells.flatMap((cells, column) => (cells.length < HEIGHT ? [column] : []))],
};

function random(seed) {
  let state = seed >>> 0 || 1; // xorshift: what matters is that it costs next to nothing
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

function play(name, games, seed) {
  const [game, open] = GAMES[name];
  const below = random(seed);
  let moves = 0;
  const client = Client({ game, numPlayers: 2, debug: false }); // one for all games: that is its fastest way
  for (let i = 0; i < games; i += 1) {
    client.reset();
    for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
      const places = open(state.G);
      client.moves.mark(places[below(places.length)]);
      moves += 1;
    }
  }
  return moves;
}

const [name, games, seed] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
play(name, games, seed); // the compiler of Node.js warms up
const before = process.cpuUsage();
const moves = play(name, games, seed);
const spent = process.cpuUsage(before);
console.log(JSON.stringify({ moves, seconds: (spent.user + spent.system) / 1e6 }));
