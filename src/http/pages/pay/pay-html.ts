import { countriesWith } from '../../../domain/countries.ts';
import { isLoopbackUrl } from '../../../security/public-address.ts';
import type { CheckoutView } from '../../../store/checkouts.ts';
import type { Assets } from '../assets.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { amountText, spanText } from '../language.ts';
import type { Language } from '../language.ts';
import { documentText, problemPart } from '../layout.ts';
import type { ShownProblem } from '../layout.ts';
import type { PayScreen, Shopper } from './pay-view.ts';

/** Everything that a pay page shows. */
export interface PayPage {
  readonly view: CheckoutView;
  readonly screen: PayScreen;
  /** Null: nobody is signed in. */
  readonly shopper: Shopper | null;
  /** The address that the newest code was sent to, or null. */
  readonly codeSentTo: string | null;
  /** In minor units. */
  readonly cashback: number;
  readonly problem: ShownProblem | null;
  /** Makes a press of a button that adds money count once. */
  readonly pressId: string;
  readonly language: Language;
  readonly assets: Assets;
}

/** Returns the pay page as text. */
export function payPageText(page: PayPage): string {
  const { view, screen, language, assets } = page;
  const { texts } = language;
  const content = html`<header>
      ${view.env === 'sandbox' && html`<p class="test">${texts.testMode}</p>`}
      <h1><bdi>${view.merchantName}</bdi></h1>
      <p role="status" tabindex="-1" ${screen !== 'open' && html` class="end ${screen}" autofocus`}>
        ${screen !== 'open' && texts.status[screen]}
      </p>
    </header>
    ${screen === 'open' ? openPart(page) : endPart(page)}
    ${(screen === 'open' || screen === 'paid') && cartPart(page)} ${screen === 'open' && phonePart(page)}`;
  const leftMs = screen === 'open' ? view.expiresAt.getTime() - view.now.getTime() : null;
  const data = { page: pathOf(view), seen: screen, leftMs };
  return documentText({ language, assets, title: view.merchantName, data, content });
}

const pathOf = ({ id }: CheckoutView): string => `/pay/${id}`;

function openPart(page: PayPage): Html {
  const { view, shopper, problem, language } = page;
  const { texts } = language;
  const left = view.expiresAt.getTime() - view.now.getTime();
  return html`<dl class="sum">
      <div>
        <dt>${texts.total}</dt>
        <dd class="total">${amountText(view.total, view.currency, language)}</dd>
      </div>
      <div>
        <dt>${texts.timeLeft}</dt>
        <dd>
          <span role="timer"><bdi>${spanText(left)}</bdi></span>
        </dd>
      </div>
    </dl>
    ${problemPart(problem, language)} ${shopper === null ? signInPart(page) : shopperPart(page, shopper)}
    ${
      view.cancelUrl !== null &&
      html`<p>
        <a href="${view.cancelUrl}" rel="noreferrer">${texts.cancel}</a>
        <small><bdi>${new URL(view.cancelUrl).host}</bdi></small>
      </p>`
    }
    <noscript
      ><p><a href="${pathOf(view)}">${texts.reload}</a></p></noscript
    >`;
}

/** The acts of a pay page. Each is a form, so that the page works without scripts. */
export type PayAct = 'code' | 'sign-in' | 'restart' | 'sign-out' | 'pay' | 'funds' | 'country' | 'mode';

function form(view: CheckoutView, act: PayAct, content: Html): Html {
  return html`<form method="post" action="${pathOf(view)}">
    <input type="hidden" name="act" value="${act}" />
    ${content}
  </form>`;
}

function signInPart({ view, codeSentTo, problem, language: { texts } }: PayPage): Html {
  const isBad = (field: string) => problem?.problem === field && html` aria-invalid="true"`;
  if (codeSentTo === null)
    return form(
      view,
      'code',
      html`<label for="email">${texts.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          required
          maxlength="320"
          dir="ltr"
          autocomplete="email"
          aria-describedby="problem"
          ${isBad('email')}
        />
        <button>${texts.sendCode}</button>`,
    );
  const hidden = html`<input type="hidden" name="email" value="${codeSentTo}" />`;
  return html`<p>${texts.codeSentTo} <bdi>${codeSentTo}</bdi></p>
    ${form(
      view,
      'sign-in',
      html`<label for="code">${texts.code}</label>
        <input
          id="code"
          name="code"
          required
          maxlength="20"
          dir="ltr"
          inputmode="numeric"
          autocomplete="one-time-code"
          autofocus
          aria-describedby="problem"
          ${isBad('code')}
        />
        <button>${texts.signIn}</button>`,
    )}
    <div class="row">
      ${form(view, 'code', html`${hidden}<button class="plain">${texts.newCode}</button>`)}
      ${form(view, 'restart', html`<button class="plain">${texts.otherEmail}</button>`)}
    </div>`;
}

function shopperPart(page: PayPage, shopper: Shopper): Html {
  const { view, language } = page;
  const { texts } = language;
  return html`<div class="row">
      <p tabindex="-1" autofocus>${texts.signedInAs} <bdi>${shopper.email}</bdi></p>
      ${form(view, 'sign-out', html`<button class="plain">${texts.signOut}</button>`)}
    </div>
    ${shopper.env === view.env ? walletPart(page, shopper) : modePart(page)}`;
}

function modePart({ view, language: { texts } }: PayPage): Html {
  return html`<p>${texts.otherMode[view.env]}</p>
    ${form(view, 'mode', html`<button>${texts.switchMode[view.env]}</button>`)}`;
}

function walletPart({ view, pressId, language }: PayPage, shopper: Shopper): Html {
  const { texts } = language;
  const countries = countriesWith(view.currency);
  if (shopper.currency !== view.currency && countries.length > 0)
    return html`<p>${texts.countryNeeded}</p>
      ${form(view, 'country', countryField(countries, language))}`;
  const [before, after] = texts.pay;
  const amount = amountText(view.total, view.currency, language);
  return html`<p>${texts.balance}: ${amountText(shopper.available, view.currency, language)}</p>
    ${form(view, 'pay', html`<button>${before}${amount}${after}</button>`)}
    ${
      view.env === 'sandbox' &&
      form(
        view,
        'funds',
        html`<input type="hidden" name="press" value="${pressId}" /><button class="second">
            ${texts.addFunds}
          </button>`,
      )
    }`;
}

function countryField(countries: readonly string[], { code, texts }: Language): Html {
  const names = new Intl.DisplayNames(code, { type: 'region' });
  const options = countries.map((country) => ({ country, name: names.of(country) ?? country }));
  const sorted = options.toSorted((one, other) => one.name.localeCompare(other.name, code));
  return html`<label for="country">${texts.country}</label>
    <select id="country" name="country">
      ${sorted.map(({ country, name }) => html`<option value="${country}">${name}</option>`)}
    </select>
    <button>${texts.setCountry}</button>`;
}

function endPart({ view, screen, problem, language }: PayPage): Html {
  const { texts } = language;
  const back = screen === 'paid' ? returnHost(view.confirmationUrl) : null;
  return html`${problemPart(problem, language)}
    <p>${screen !== 'open' && texts.explained[screen]}</p>
    ${
      back !== null &&
      html`<p>
        <a class="button" href="${view.confirmationUrl}" rel="noreferrer"
          >${texts.returnTo} <bdi>${back}</bdi></a
        >
      </p>`
    }`;
}

/** Returns the host of the merchant's page, or null for one that is neither https nor on this machine. */
function returnHost(url: string | null): string | null {
  if (url === null) return null;
  const { protocol, host } = new URL(url);
  return protocol === 'https:' || isLoopbackUrl(url) ? host : null;
}

/** A cart with more lines than this is folded. */
const MOST_SHOWN = 8;

function cartPart({ view, cashback, language }: PayPage): Html {
  const { texts } = language;
  const money = (minor: number): Html => amountText(minor, view.currency, language);
  const row = (name: string, minor: number, className = ''): Html =>
    html`<tr${className !== '' && html` class="${className}"`}><th scope="row">${name}</th><td>${money(minor)}</td></tr>\n`;
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">${texts.article}</th>
        <th scope="col">${texts.amount}</th>
      </tr>
    </thead>
    <tbody>
      ${view.items.map(
        ({ displayName, qty, unitPrice }) =>
          html`<tr>
            <th scope="row">
              <bdi>${displayName}</bdi>${qty > 1 && html` <small>${qty} × ${money(unitPrice)}</small>`}
            </th>
            <td>${money(unitPrice * qty)}</td>
          </tr> `,
      )}
    </tbody>
    <tfoot>
      ${row(texts.shipping, view.shippingAmount)}${row(texts.tax, view.taxAmount)}${row(texts.total, view.total, 'total')}
    </tfoot>
  </table>`;
  const isFolded = view.items.length > MOST_SHOWN;
  return html`<section aria-labelledby="cart">
    <h2 id="cart">${texts.cart}</h2>
    ${
      isFolded
        ? html`<details>
            <summary>${view.items.length} × ${texts.article}</summary>
            ${table}
          </details>`
        : table
    }
    ${cashback > 0 && html`<p class="cashback">${texts.cashback}: ${money(cashback)} <small>${texts.cashbackTerms}</small></p>`}
  </section>`;
}

function phonePart({ view, language: { texts } }: PayPage): Html {
  return html`<details class="phone">
    <summary>${texts.onPhone}</summary>
    <img src="${pathOf(view)}/qr.svg" alt="${texts.qrOfPage}" width="240" height="240" loading="lazy" />
  </details>`;
}
