/* Search from a disk. Browsers refuse workers to pages that were opened as files; there, and only there, a hidden frame
   does the worker's job: it runs the script, and messages go to and fro. */
(function () {
  "use strict";
  if (location.protocol !== "file:" || !window.Worker) return;

  function FrameWorker(address) {
    var self = this;
    var waiting = [];
    var target = document.createElement("span"); // its events are ours: listeners, once, removal
    var frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = "Search";
    address = new URL(address, document.baseURI).href;

    self.onmessage = self.onerror = null;
    self.addEventListener = target.addEventListener.bind(target);
    self.removeEventListener = target.removeEventListener.bind(target);
    self.dispatchEvent = target.dispatchEvent.bind(target);
    self.terminate = function () { frame.remove(); };
    self.postMessage = function (data) {
      if (waiting) waiting.push(data);
      else inside(data);
    };

    function inside(data) {
      setTimeout(function () {
        frame.contentWindow.dispatchEvent(new MessageEvent("message", { data: data }));
      });
    }

    function outside(data) {
      setTimeout(function () {
        var event = new MessageEvent("message", { data: data });
        target.dispatchEvent(event);
        if (self.onmessage) self.onmessage(event);
      });
    }

    function load(scope, source) {
      return new Promise(function (resolve, reject) {
        var script = scope.document.createElement("script");
        script.src = new URL(source, address).href;
        script.onload = resolve;
        script.onerror = reject;
        scope.document.head.appendChild(script);
      });
    }

    function start() {
      var scope = frame.contentWindow;
      scope.postMessage = outside; // what the worker calls to answer
      scope.importScripts = function () {
        return Array.prototype.reduce.call(arguments, function (before, source) {
          return before.then(function () { return load(scope, source); });
        }, Promise.resolve());
      };
      load(scope, address).then(function () {
        var early = waiting;
        waiting = null;
        early.forEach(inside);
      }, function (error) {
        if (self.onerror) self.onerror(error);
      });
    }

    (document.body || document.documentElement).appendChild(frame);
    start();
  }

  window.Worker = FrameWorker;
})();
