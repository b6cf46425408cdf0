/** A product of a demo merchant. Prices in minor units, cashback in basis points. */
export interface Product {
  readonly product_id: string;
  readonly display_name: string;
  readonly unit_price: number;
  readonly cashback_rate: number;
}

/** A demo merchant. The names are fictitious. */
export interface Shop {
  readonly country: 'US' | 'GB' | 'DE';
  readonly name: string;
  readonly currency: 'USD' | 'GBP' | 'EUR';
  /** Tax in basis points of the goods. It is added to the price, as the API expects. */
  readonly tax: number;
  readonly shipping: number;
  readonly terminals: readonly [string, string];
  readonly products: readonly [Product, ...Product[]];
  /** The state of its webhook: none, always answered, or away for two steps in the middle. */
  readonly webhook: 'none' | 'answers' | 'fails for a while';
}

const product = (
  product_id: string,
  display_name: string,
  unit_price: number,
  cashback_rate: number,
): Product => ({
  product_id,
  display_name,
  unit_price,
  cashback_rate,
});

/** The merchants of the demo, one per country. */
export const SHOPS: readonly Shop[] = [
  {
    country: 'US',
    name: 'Harbor Lane Coffee',
    currency: 'USD',
    tax: 800,
    shipping: 499,
    terminals: ['Counter', 'Drive-through'],
    webhook: 'answers',
    products: [
      product('beans-house', 'House blend, 1 lb', 1850, 900),
      product('beans-decaf', 'Decaf, 1 lb', 1950, 500),
      product('grinder', 'Hand grinder', 5900, 1000),
      product('filters', 'Paper filters, 100', 650, 333),
      product('mug', 'Enamel mug', 1400, 600),
    ],
  },
  {
    country: 'GB',
    name: 'Thistle & Thread',
    currency: 'GBP',
    tax: 0,
    shipping: 395,
    terminals: ['Shop floor', 'Market stall'],
    webhook: 'fails for a while',
    products: [
      product('scarf', 'Lambswool scarf', 4200, 900),
      product('socks', 'Boot socks', 1450, 500),
      product('throw', 'Wool throw', 8900, 1200),
      product('darning-kit', 'Darning kit', 1275, 0),
      product('buttons', 'Horn buttons, 6', 725, 333),
    ],
  },
  {
    country: 'DE',
    name: 'Waldkante Outdoor',
    currency: 'EUR',
    tax: 0,
    shipping: 590,
    terminals: ['Kasse 1', 'Werkstatt'],
    webhook: 'none',
    products: [
      product('flasche', 'Trinkflasche', 2490, 700),
      product('stirnlampe', 'Stirnlampe', 3995, 1000),
      product('rucksack', 'Tagesrucksack', 7950, 1200),
      product('karte', 'Wanderkarte', 990, 400),
      product('riegel', 'Energieriegel', 249, 250),
    ],
  },
];

const FIRST = [
  'Ada',
  'Ben',
  'Chloe',
  'Dev',
  'Elif',
  'Finn',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Liam',
  'Mina',
  'Noah',
  'Olga',
  'Pia',
];
const LAST = [
  'Ashworth',
  'Berger',
  'Costa',
  'Dahl',
  'Evans',
  'Fischer',
  'Grant',
  'Hansen',
  'Ito',
  'Jansen',
  'Keller',
  'Lindqvist',
  'Moreau',
];

/** A fictitious name. The first 208 numbers give different names. */
export function nameOf(number: number): { first_name: string; last_name: string } {
  return { first_name: FIRST[number % FIRST.length] ?? '', last_name: LAST[number % LAST.length] ?? '' };
}
