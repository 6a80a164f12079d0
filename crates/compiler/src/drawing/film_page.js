(function film() {
  "use strict";
  const moments = [...document.querySelectorAll("li")], scrubber = document.getElementById("scrubber"), play = document.getElementById("play");
  let at = 0, timer = 0;
  const show = (to) => {
    at = Math.max(0, Math.min(moments.length - 1, to));
    moments.forEach((moment, number) => { moment.hidden = number !== at; });
    scrubber.value = at;
    scrubber.setAttribute("aria-valuetext", moments[at].querySelector("b").textContent);
  };
  const stop = () => { clearTimeout(timer); timer = 0; play.textContent = "Play"; };
  const next = () => {
    if (at === moments.length - 1) return stop();
    const pause = moments[at + 1].dataset.at - moments[at].dataset.at;
    timer = setTimeout(() => { show(at + 1); next(); }, Math.min(3000, Math.max(600, pause)));
  };
  const toggle = () => { if (timer) return stop(); if (at === moments.length - 1) show(0); play.textContent = "Pause"; next(); };
  play.addEventListener("click", toggle);
  scrubber.addEventListener("input", () => { stop(); show(Number(scrubber.value)); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moments.length - 1 }[event.key];
    if (to !== undefined) { stop(); show(to); event.preventDefault(); }
    else if (event.key === " " && event.target !== play) { toggle(); event.preventDefault(); }
  });
  document.getElementById("controls").hidden = false;
  show(0);
})();
