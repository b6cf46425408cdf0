/**
 * The legal forms of companies, each with its spellings. They come at the end or at the front of a name.
 * Spellings are in the normal form of `payee-name.ts`: lower case without accents and dots, `S.p.A.` as
 * `spa`, `Sp. z o.o.` as `sp zoo`.
 */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  ltd: ['ltd', 'limited', '有限公司'],
  'pvt ltd': [
    'pvt ltd',
    'private limited',
    'pte ltd',
    'pty ltd',
    'pty limited',
    'proprietary limited',
    'sdn bhd',
  ],
  plc: ['plc', 'public limited company'],
  llc: ['llc', 'limited liability company', 'ооо', 'ooo', 'тов'],
  llp: ['llp', 'limited liability partnership'],
  inc: ['inc', 'incorporated'],
  corp: ['corp', 'corporation'],
  co: ['co', 'company', 'cie', 'compagnie', 'cia', 'compania', 'companhia'],
  gmbh: ['gmbh', 'mbh', 'gesellschaft mit beschrankter haftung', 'gesmbh'],
  ag: ['ag', 'aktiengesellschaft'],
  kg: ['kg', 'kommanditgesellschaft'],
  ohg: ['ohg'],
  ug: ['ug', 'ug haftungsbeschrankt'],
  ev: ['ev', 'eingetragener verein'],
  se: ['se', 'societas europaea'],
  sa: ['sa', 'societe anonyme', 'sociedad anonima', 'sociedade anonima'],
  sas: ['sas', 'sasu', 'societe par actions simplifiee'],
  sarl: ['sarl', 'eurl', 'societe a responsabilite limitee'],
  snc: ['snc'],
  spa: ['spa', 'societa per azioni'],
  srl: ['srl', 'srls', 'societa a responsabilita limitata', 'sociedad de responsabilidad limitada'],
  sl: ['sl', 'slu', 'sociedad limitada'],
  lda: ['lda', 'ltda', 'limitada'],
  bv: ['bv', 'besloten vennootschap'],
  nv: ['nv', 'naamloze vennootschap'],
  ab: ['ab', 'aktiebolag'],
  as: ['as', 'asa', 'aktieselskab', 'aksjeselskap'],
  aps: ['aps', 'anpartsselskab'],
  oy: ['oy', 'oyj', 'osakeyhtio'],
  ou: ['ou'],
  uab: ['uab'],
  sia: ['sia'],
  'sp zoo': ['sp zoo', 'spolka zoo', 'spolka z ograniczona odpowiedzialnoscia'],
  sro: ['sro', 'spol sro'],
  doo: ['doo'],
  kft: ['kft'],
  zrt: ['zrt', 'nyrt'],
  ood: ['ood', 'eood', 'оод', 'еоод'],
  ao: ['ао', 'пао', 'оао', 'зао', 'акционерное общество'],
  ae: ['αε', 'ανωνυμη εταιρεια'],
  epe: ['επε'],
  ike: ['ικε'],
  pt: ['pt'],
  kk: ['kk', '株式会社', '株', 'kabushiki kaisha'],
  yk: ['有限会社'],
};

/**
 * The forms that some languages write in front of the name. Any other form at the front is part of the name.
 */
const IN_FRONT = new Set([
  'ооо',
  'ooo',
  'тов',
  'ао',
  'пао',
  'оао',
  'зао',
  'акционерное общество',
  'pt',
  '株式会社',
  '有限会社',
  '株',
  'uab',
  'sia',
  'ab',
]);

interface Spelling {
  readonly form: string;
  readonly words: readonly string[];
}

/** Longest first: otherwise `pty ltd` would be cut as `ltd`, and `pty` would stay in the name. */
const FORMS: readonly Spelling[] = Object.entries(SPELLINGS)
  .flatMap(([form, spellings]) => spellings.map((spelling) => ({ form, words: spelling.split(' ') })))
  .toSorted((one, other) => other.words.length - one.words.length);

/** Forms that are written next to the name without a space. */
export const UNSPACED_FORMS = /株式会社|有限会社|有限公司/gu;

/** Cuts the legal form off one end of a name. Returns null when there is none. Never takes the last word. */
export function withoutLegalForm(
  words: readonly string[],
): { readonly form: string; readonly rest: readonly string[] } | null {
  for (const { form, words: spelling } of FORMS) {
    if (spelling.length >= words.length) continue;
    if (spelling.every((word, index) => words[words.length - spelling.length + index] === word)) {
      return { form, rest: words.slice(0, -spelling.length) };
    }
    if (IN_FRONT.has(spelling.join(' ')) && spelling.every((word, index) => words[index] === word)) {
      return { form, rest: words.slice(spelling.length) };
    }
  }
  return null;
}
