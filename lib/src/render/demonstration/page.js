(() => {
  'use strict';
  const by = (id) => document.getElementById(id);
  const steps = [...document.querySelectorAll('.step')];
  const sections = [...document.querySelectorAll('section')];
  const chapters = [...document.querySelectorAll('nav button')];
  const last = steps.length - 1;
  let at = 0;
  let timer = 0;

  document.body.classList.add('live');
  for (const part of document.querySelectorAll('.controls')) part.hidden = false;

  const firsts = chapters.map((button) => Number(button.dataset.first));
  // The last button is the end; before it one for each move.
  const chapterAt = (step) => (step === last ? firsts.length - 1 : firsts.slice(0, -1).filter((first) => first <= step).length - 1);

  // The table stays in sight while the reasoning goes on beside the same board.
  function tableAt(step) {
    const section = steps[step].closest('section');
    for (let back = step; back >= 0 && steps[back].closest('section') === section; back--) {
      if (steps[back].querySelector('table')) return steps[back];
    }
    return undefined;
  }

  function go(to) {
    at = Math.min(Math.max(0, to), last);
    const step = steps[at];
    const section = step.closest('section');
    const table = tableAt(at);
    for (const one of sections) one.classList.toggle('now', one === section);
    for (const one of steps) {
      one.classList.toggle('now', one === step || one === table);
      one.classList.toggle('earlier', one === table && one !== step);
    }
    for (const look of document.querySelectorAll('.look')) look.classList.toggle('now', Number(look.dataset.step) === at);
    by('said').textContent = step.querySelector('p').textContent;
    by('way').value = String(at);
    const count = `step ${at + 1} of ${steps.length}`;
    by('count').textContent = count;
    by('way').setAttribute('aria-valuetext', count);
    by('back').disabled = at === 0;
    by('step').disabled = at === last;
    const chapter = chapterAt(at);
    chapters.forEach((button, index) => {
      if (index === chapter) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    });
    try {
      history.replaceState(null, '', `#${at + 1}`);
    } catch {
      // Some browsers forbid it for files; the page goes on without.
    }
    if (timer) wait();
  }

  const speed = () => Number(by('speed').value) || 1;

  function wait() {
    clearTimeout(timer);
    timer = 0;
    if (at < last) timer = setTimeout(() => go(at + 1), Number(steps[at].dataset.time) / speed());
    by('play').textContent = timer ? 'Pause' : 'Play';
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    by('play').textContent = 'Play';
  }

  function toggle() {
    if (timer) return pause();
    if (at === last) go(0);
    wait();
  }

  function move(moves) {
    const now = chapterAt(at);
    // Back goes to the beginning of this move first.
    const to = moves < 0 && firsts[now] < at && at !== last ? now : now + moves;
    go(firsts[Math.min(Math.max(0, to), firsts.length - 1)]);
  }

  function reset() {
    pause();
    go(0);
  }

  by('back').onclick = () => go(at - 1);
  by('step').onclick = () => go(at + 1);
  by('play').onclick = toggle;
  by('reset').onclick = reset;
  by('way').oninput = (event) => go(Number(event.target.value));
  const pace = () => {
    by('pace').textContent = `${speed()}×`;
    if (timer) wait();
  };
  by('speed').oninput = pace;
  chapters.forEach((button, index) => (button.onclick = () => go(firsts[index])));

  const keys = {
    ' ': toggle,
    ArrowRight: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Home: () => go(0),
    End: () => go(last),
    r: reset,
    R: reset,
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Buttons are pressed by Space, and the speed is set by arrows.
    if (event.key === ' ' && event.target.closest?.('button')) return;
    if (event.target === by('speed') && event.key.startsWith('Arrow')) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  pace();
  go((Number(location.hash.slice(1)) || 1) - 1);
})();
