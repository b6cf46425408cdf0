// @ts-check
// Counts down the time left, follows the payment or the terminal, and repeats a press until the service
// answers. The page works without it.

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const problem = /** @type {HTMLElement} */ (document.querySelector('#problem'));
const timer = document.querySelector('[role=timer] bdi');
const { page = '', seen = '', away = '', leftMs } = main.dataset;
const WAIT_SECONDS = 25;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Shows the page anew. It leaves no entry in the history: "back" leads to the shop. */
const showAnew = (query = '') => location.replace(page + query);

let isAway = false;
/** @param {boolean} now */
function setAway(now) {
  if (isAway === now || seen === 'away') return;
  isAway = now;
  problem.textContent = now ? away : '';
}

let end = leftMs === undefined ? null : performance.now() + Number(leftMs);
function countDown() {
  if (end === null || timer === null) return;
  const seconds = Math.max(0, Math.floor((end - performance.now()) / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  timer.textContent = parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Asks for the state until it is another one than the page shows. */
async function follow() {
  // A page that is away was asked for a moment ago: asking at once, again and again, would not bring it back.
  if (seen === 'away') await pause(1000);
  for (let failures = 0; ;) {
    const began = performance.now();
    try {
      const query = new URLSearchParams({ seen, wait: isAway ? '0' : String(WAIT_SECONDS) });
      const signal = AbortSignal.timeout((WAIT_SECONDS + 15) * 1000);
      const answer = await fetch(`${page}/status?${query}`, { signal });
      if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status));
      if (!answer.ok) return;
      const { screen, left_ms: left } = await answer.json();
      failures = 0;
      setAway(false);
      if (screen !== seen) return showAnew(seen !== '' && page.startsWith('/t/') ? `?last=${seen}` : '');
      if (end !== null) end = performance.now() + left;
    } catch {
      setAway(true);
      await pause(Math.min(500 * 2 ** failures++, 5000));
    }
    await pause(Math.max(0, 1000 - (performance.now() - began)));
  }
}

/**
 * Sends a form, again and again while the service does not answer: each act counts once.
 * @param {HTMLFormElement} form
 */
async function send(form) {
  const body = new URLSearchParams(
    /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form))),
  );
  for (let failures = 0; ; failures++) {
    try {
      const headers = { accept: 'application/json' };
      const answer = await fetch(form.action, { method: 'POST', headers, body });
      if (answer.status >= 500) throw new Error(String(answer.status));
      const { message, error, reload } = await answer.json();
      if (answer.ok || reload) return showAnew();
      isAway = false;
      problem.textContent = `${message} (${error})`;
      return;
    } catch {
      setAway(true);
      await pause(Math.min(500 * 2 ** failures, 5000));
    }
  }
}

let isSending = false;
document.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  main.setAttribute('aria-busy', 'true');
  problem.textContent = '';
  await send(/** @type {HTMLFormElement} */ (event.target));
  main.removeAttribute('aria-busy');
  isSending = false;
});

// A page that the browser kept for "back" may show a payment as open that is over.
addEventListener('pageshow', (event) => {
  if (event.persisted) showAnew();
});
setInterval(countDown, 1000);
if (seen !== 'problem') void follow();
