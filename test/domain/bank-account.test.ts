import fc from 'fast-check';
import { decideAch, IBAN_COUNTRIES, masked } from '../../src/domain/bank-account.ts';
import { homeCurrency } from '../../src/domain/countries.ts';
import { readIban } from '../../src/http/shapes/bank.ts';

/** The examples of the IBAN registry. */
const EXAMPLES: Readonly<Record<string, string>> = {
  GB: 'GB29NWBK60161331926819',
  AT: 'AT611904300234573201',
  BE: 'BE68539007547034',
  BG: 'BG80BNBG96611020345678',
  HR: 'HR1210010051863000160',
  CY: 'CY17002001280000001200527600',
  CZ: 'CZ6508000000192000145399',
  DE: 'DE89370400440532013000',
  DK: 'DK5000400440116243',
  EE: 'EE382200221020145685',
  ES: 'ES9121000418450200051332',
  FI: 'FI2112345600000785',
  FR: 'FR1420041010050500013M02606',
  GR: 'GR1601101250000000012300695',
  HU: 'HU42117730161111101800000000',
  IE: 'IE29AIBK93115212345678',
  IT: 'IT60X0542811101000000123456',
  LT: 'LT121000011101001000',
  LU: 'LU280019400644750000',
  LV: 'LV80BANK0000435195001',
  MT: 'MT84MALT011000012345MTLCAST001S',
  NL: 'NL91ABNA0417164300',
  PL: 'PL61109010140000071219812874',
  PT: 'PT50000201231234567890154',
  RO: 'RO49AAAA1B31007593840000',
  SE: 'SE4550000000058398257466',
  SI: 'SI56263300012039086',
  SK: 'SK3112000000198742637541',
  IS: 'IS140159260076545510730339',
  LI: 'LI21088100002324013AA',
  NO: 'NO9386011117947',
};

const answer = (text: string | null) => {
  const read = readIban(text);
  return read.ok ? read.value.masked : read.refusal.reason;
};

describe('an IBAN', () => {
  test('is taken from every country of the UK, the EU and the EEA, in its currency', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual([...IBAN_COUNTRIES].toSorted());
    for (const [countryCode, iban] of Object.entries(EXAMPLES)) {
      expect(readIban(iban)).toEqual({
        ok: true,
        value: {
          account: { kind: 'iban', iban },
          countryCode,
          currency: homeCurrency(countryCode),
          masked: `****${iban.slice(-4)}`,
        },
      });
    }
    expect(['GB', 'DE', 'SE', 'LI', 'BG'].map(homeCurrency)).toEqual(['GBP', 'EUR', 'SEK', 'CHF', 'EUR']);
  });

  test.each([
    'GB29 NWBK 6016 1331 9268 19',
    'gb29nwbk60161331926819',
    ' GB29\u00a0NWBK\t60161331926819\n',
    'gB29 nWbK 6016 1331 9268 1 9',
  ])('may be written %j', (text) => {
    expect(readIban(text)).toMatchObject({
      ok: true,
      value: { account: { iban: 'GB29NWBK60161331926819' } },
    });
  });

  test.each([
    [null],
    [''],
    ['   '],
    ['GB'],
    ['GB28NWBK60161331926819'],
    ['GB29NWBK6016133192681'],
    ['GB29NWBK601613319268190'],
    ['GB29-NWBK-6016-1331-9268-19'],
    ['GB29NWBK6016133192681９'],
    ['ıt60X0542811101000000123456'],
    ['ES9121000418450200051333'],
    ['NO9386011117948'],
    ['XX29NWBK60161331926819'],
    ['US64SVBKUS6S3300958879'],
    ['CH9300762011623852958'],
    ['GB29NWBK60161331926819'.repeat(1000)],
    ['IBAN GB29NWBK60161331926819'],
  ])('is bad when it is %j', (text) => {
    expect(answer(text)).toBe('bad iban');
  });

  test.each([
    'CH9300762011623852957',
    'MC5811222000010123456789030',
    'SM86U0322509800000000270100',
    'TR330006100519786457841326',
    'SA0380000000608010167519',
    'AD1200012030200359100100',
  ])('of another country is good, but not served: %s', (text) => {
    expect(answer(text)).toBe('unsupported country');
  });

  test('with one digit changed, or two neighbouring digits swapped, is bad', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(EXAMPLES)),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (iban, at, by) => {
          const digits = [...iban.matchAll(/[0-9]/g)].map(({ index }) => index);
          const index = digits[at % digits.length] ?? 0;
          const changed = iban.slice(0, index) + ((Number(iban[index]) + by) % 10) + iban.slice(index + 1);
          expect(answer(changed)).toBe('bad iban');
          const next = iban[index + 1];
          // A digit beside a letter is another matter: the standard's check cannot tell 1B from B1.
          if (next === undefined || !/[0-9]/.test(next) || next === iban[index]) return;
          expect(answer(iban.slice(0, index) + next + iban[index] + iban.slice(index + 2))).toBe('bad iban');
        },
      ),
    );
  });

  test('may be any text without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        expect(['bad iban', 'unsupported country']).toContain(answer(text)),
      ),
    );
  });
});

describe('an ACH account', () => {
  const ach = (routingNumber: string, accountNumber = '12345678') => {
    const decided = decideAch({ routingNumber, accountNumber });
    return decided.ok ? decided.value.masked : decided.refusal.reason;
  };

  test('is known by its two numbers', () => {
    expect(decideAch({ routingNumber: '021000021', accountNumber: '000123456789' })).toEqual({
      ok: true,
      value: {
        account: { kind: 'ach', routingNumber: '021000021', accountNumber: '000123456789' },
        countryCode: 'US',
        currency: 'USD',
        masked: '****6789',
      },
    });
    expect(
      ['011401533', '091000019', '121000248', '322271627', '02100 0021'].map((routing) => ach(routing)),
    ).toEqual(Array(5).fill('****5678'));
  });

  test.each(['', '12345678', '0210000210', '02100002a', '02100-0021', '０２１００００２１'])(
    'needs nine digits of routing: %j',
    (routing) => {
      expect(ach(routing)).toBe('routing_number: must have 9 digits');
    },
  );

  test.each(['021000022', '123456789', '000000000', '120100021'])(
    'needs a routing number whose checksum fits: %s',
    (routing) => {
      expect(ach(routing)).toBe('routing_number: is not a routing number');
    },
  );

  test('needs an account number of 4 to 17 digits', () => {
    const long = '1'.repeat(17);
    expect(['1234', long].map((account) => ach('021000021', account))).toEqual(['****1234', '****1111']);
    for (const account of ['', '123', `${long}1`, '12a4', '1234-5678']) {
      expect(ach('021000021', account)).toBe('account_number: must have 4 to 17 digits');
    }
  });

  test('is refused for a slip in any one digit of the routing number', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const good = '121000248';
        const slipped = good.slice(0, at) + ((Number(good[at]) + by) % 10) + good.slice(at + 1);
        expect(ach(slipped)).toBe('routing_number: is not a routing number');
      }),
    );
  });
});

test('no more than the last four characters of an account are shown', () => {
  expect([masked('GB29NWBK60161331926819'), masked('1234')]).toEqual(['****6819', '****1234']);
});
