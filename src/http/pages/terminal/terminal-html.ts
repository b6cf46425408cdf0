import type { CheckoutView } from '../../../store/checkouts.ts';
import type { Assets } from '../assets.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { amountText } from '../language.ts';
import type { Language } from '../language.ts';
import { documentText } from '../layout.ts';
import { screenOf } from '../pay/pay-view.ts';

/** Everything that the page of a terminal shows. */
export interface TerminalPage {
  readonly id: string;
  readonly title: string;
  readonly merchantName: string;
  /** The cart that waits, or null. */
  readonly cart: CheckoutView | null;
  /** The cart that was shown before, or null. */
  readonly last: CheckoutView | null;
  /** The waiting checkout, as the page's `status` address names it. */
  readonly pending: string;
  readonly language: Language;
  readonly assets: Assets;
}

/** Returns the page of a terminal as text. */
export function terminalPageText(page: TerminalPage): string {
  const { id, title, merchantName, cart, pending, language, assets } = page;
  const { texts } = language;
  const content = html`<header>
      ${cart?.env === 'sandbox' && html`<p class="test">${texts.testMode}</p>`}
      <h1><bdi>${merchantName}</bdi></h1>
      ${title !== '' && html`<p class="title"><bdi>${title}</bdi></p>`} ${statusPart(page)}
    </header>
    <p role="alert" id="problem"></p>
    <figure>
      <img src="/t/${id}/qr.svg" alt="${texts.qrOfTerminal}" width="280" height="280" />
      <figcaption>${texts.scan}</figcaption>
    </figure>
    ${cart === null ? html`<p class="cart">${texts.noCart}</p>` : cartPart(cart, language)}
    <noscript
      ><p><a href="/t/${id}">${texts.reload}</a></p></noscript
    >`;
  const data = { page: `/t/${id}`, seen: pending };
  return documentText({ language, assets, title: merchantName, data, content });
}

/** Says that the cart before was paid. Nothing else about it: whoever passes by sees this page. */
function statusPart({ last, language: { texts } }: TerminalPage): Html {
  const isPaid = last !== null && screenOf(last, last.consumerId) === 'paid';
  return html`<p role="status" ${isPaid && html` class="end paid"`}>${isPaid && texts.status.paid}</p>`;
}

function cartPart({ id, total, currency, items }: CheckoutView, language: Language): Html {
  const [before, after] = language.texts.pay;
  const amount = amountText(total, currency, language);
  return html`<section class="cart" aria-labelledby="cart">
    <h2 id="cart">${language.texts.cart}</h2>
    <ul>
      ${items.slice(0, MOST_LINES).map(({ displayName, qty }) => html`<li><bdi>${displayName}</bdi>${qty > 1 && html` × ${qty}`}</li>`)}${items.length > MOST_LINES && html`<li>…</li>`}
    </ul>
    <p><a class="button" href="/pay/${id}">${before}${amount}${after}</a></p>
  </section>`;
}

/** The most lines of a cart that the display shows: customers read it from a distance. */
const MOST_LINES = 12;
