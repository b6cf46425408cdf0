/**
 * The texts of the shopper's pages in one language. Each is plain text; amounts and names stand beside them.
 */
export interface Texts {
  readonly testMode: string;
  readonly status: Readonly<Record<'paid' | 'already_paid' | 'canceled' | 'expired', string>>;
  readonly explained: Readonly<Record<'paid' | 'already_paid' | 'canceled' | 'expired', string>>;
  readonly total: string;
  readonly timeLeft: string;
  readonly cart: string;
  readonly article: string;
  readonly amount: string;
  readonly shipping: string;
  readonly tax: string;
  readonly cashback: string;
  readonly cashbackTerms: string;
  readonly email: string;
  readonly sendCode: string;
  readonly codeSentTo: string;
  readonly code: string;
  readonly signIn: string;
  readonly newCode: string;
  readonly otherEmail: string;
  readonly signedInAs: string;
  readonly signOut: string;
  readonly balance: string;
  /** The text before and after the amount on the pay button. */
  readonly pay: readonly [before: string, after: string];
  readonly addFunds: string;
  readonly country: string;
  readonly countryNeeded: string;
  readonly setCountry: string;
  readonly otherMode: Readonly<Record<'sandbox' | 'live', string>>;
  readonly switchMode: Readonly<Record<'sandbox' | 'live', string>>;
  readonly cancel: string;
  readonly returnTo: string;
  readonly onPhone: string;
  readonly qrOfPage: string;
  readonly reload: string;
  /** The shopper's part of a refusal, by the API's reason. */
  readonly problems: Readonly<Record<Problem, string>>;
  readonly away: string;
  readonly scan: string;
  readonly qrOfTerminal: string;
  readonly noCart: string;
  /** The heading of a page that shows a failure. */
  readonly noPage: string;
}

/** The refusals that shoppers can do something about. The others read `other`. */
export type Problem =
  | 'code'
  | 'email'
  | 'funds'
  | 'limit'
  | 'unavailable'
  | 'monitoring'
  | 'eligibility'
  | 'suspended'
  | 'session'
  | 'origin'
  | 'gone'
  | 'other';

const en: Texts = {
  testMode: 'Test mode: no real money moves.',
  status: { paid: 'Paid', already_paid: 'Already paid', canceled: 'Canceled', expired: 'Expired' },
  explained: {
    paid: 'Thank you. You can close this page.',
    already_paid: 'Somebody has paid this already. Nothing was taken from you.',
    canceled: 'This payment was canceled. Nothing was taken. Ask the shop for a new one.',
    expired: 'The time to pay is over. Nothing was taken. Ask the shop for a new payment.',
  },
  total: 'Total',
  timeLeft: 'Time left',
  cart: 'Your cart',
  article: 'Article',
  amount: 'Amount',
  shipping: 'Shipping',
  tax: 'Tax',
  cashback: 'Your cashback',
  cashbackTerms: 'It is yours once you recommend the products, and lands 30 days later.',
  email: 'E-mail',
  sendCode: 'Send code',
  codeSentTo: 'We have sent a code to',
  code: 'Code',
  signIn: 'Sign in',
  newCode: 'Send a new code',
  otherEmail: 'Use another address',
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  balance: 'Your balance',
  pay: ['Pay ', ''],
  addFunds: 'Add test funds',
  country: 'Country',
  countryNeeded: 'This shop sells in another currency than your account has. Choose your country.',
  setCountry: 'Set country',
  otherMode: {
    sandbox: 'You are signed in for real money, and this is a test payment.',
    live: 'You are signed in for tests, and this payment is real.',
  },
  switchMode: { sandbox: 'Switch to test mode', live: 'Switch to real money' },
  cancel: 'Cancel',
  returnTo: 'Return to',
  onPhone: 'Pay on your phone',
  qrOfPage: 'QR code of this page',
  reload: 'Check again',
  problems: {
    code: 'This code is wrong or too old. Enter the newest one, or ask for another.',
    email: 'This is not an e-mail address. Check it and try again.',
    funds: 'Your balance is too low. Nothing was taken.',
    limit: 'Too many tries. Wait a moment, then try again.',
    unavailable: 'The service does not answer just now. Nothing was taken. Try again in a moment.',
    monitoring: 'This payment was stopped by a security rule. Nothing was taken. Contact the shop.',
    eligibility: 'Your account is not yet verified for real payments. Nothing was taken.',
    suspended: 'This shop takes no payments just now. Nothing was taken.',
    session: 'Your sign-in has ended. Sign in again.',
    origin: 'This request came from another site and was not carried out. Use the button on this page.',
    gone: 'There is no payment here. Check the address, or ask the shop.',
    other: 'That did not work. Nothing was taken.',
  },
  away: 'The service does not answer. Trying again …',
  scan: 'Scan to pay',
  qrOfTerminal: 'QR code of this counter',
  noCart: 'No payment is waiting. The next one appears here by itself.',
  noPage: 'This page cannot be shown',
};

const de: Texts = {
  testMode: 'Testmodus: Es fließt kein echtes Geld.',
  status: { paid: 'Bezahlt', already_paid: 'Bereits bezahlt', canceled: 'Storniert', expired: 'Abgelaufen' },
  explained: {
    paid: 'Vielen Dank. Sie können diese Seite schließen.',
    already_paid: 'Das hat schon jemand bezahlt. Ihnen wurde nichts abgebucht.',
    canceled: 'Diese Zahlung wurde storniert. Es wurde nichts abgebucht. Bitten Sie den Shop um eine neue.',
    expired:
      'Die Zeit zum Bezahlen ist vorbei. Es wurde nichts abgebucht. Bitten Sie den Shop um eine neue Zahlung.',
  },
  total: 'Summe',
  timeLeft: 'Verbleibende Zeit',
  cart: 'Ihr Warenkorb',
  article: 'Artikel',
  amount: 'Betrag',
  shipping: 'Versand',
  tax: 'Steuer',
  cashback: 'Ihr Cashback',
  cashbackTerms:
    'Es gehört Ihnen, sobald Sie die Produkte empfehlen, und wird 30 Tage später gutgeschrieben.',
  email: 'E-Mail',
  sendCode: 'Code senden',
  codeSentTo: 'Wir haben einen Code gesendet an',
  code: 'Code',
  signIn: 'Anmelden',
  newCode: 'Neuen Code senden',
  otherEmail: 'Andere Adresse verwenden',
  signedInAs: 'Angemeldet als',
  signOut: 'Abmelden',
  balance: 'Ihr Guthaben',
  pay: ['', ' bezahlen'],
  addFunds: 'Testguthaben aufladen',
  country: 'Land',
  countryNeeded: 'Dieser Shop verkauft in einer anderen Währung als Ihr Konto hat. Wählen Sie Ihr Land.',
  setCountry: 'Land festlegen',
  otherMode: {
    sandbox: 'Sie sind für echtes Geld angemeldet, und dies ist eine Testzahlung.',
    live: 'Sie sind für Tests angemeldet, und diese Zahlung ist echt.',
  },
  switchMode: { sandbox: 'In den Testmodus wechseln', live: 'Zu echtem Geld wechseln' },
  cancel: 'Abbrechen',
  returnTo: 'Zurück zu',
  onPhone: 'Mit dem Telefon bezahlen',
  qrOfPage: 'QR-Code dieser Seite',
  reload: 'Erneut prüfen',
  problems: {
    code: 'Dieser Code ist falsch oder zu alt. Geben Sie den neuesten ein oder fordern Sie einen anderen an.',
    email: 'Das ist keine E-Mail-Adresse. Prüfen Sie sie und versuchen Sie es noch einmal.',
    funds: 'Ihr Guthaben reicht nicht. Es wurde nichts abgebucht.',
    limit: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    unavailable:
      'Der Dienst antwortet gerade nicht. Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',
    monitoring:
      'Eine Sicherheitsregel hat diese Zahlung angehalten. Es wurde nichts abgebucht. Wenden Sie sich an den Shop.',
    eligibility: 'Ihr Konto ist noch nicht für echte Zahlungen geprüft. Es wurde nichts abgebucht.',
    suspended: 'Dieser Shop nimmt gerade keine Zahlungen an. Es wurde nichts abgebucht.',
    session: 'Ihre Anmeldung ist beendet. Melden Sie sich erneut an.',
    origin:
      'Diese Anfrage kam von einer anderen Seite und wurde nicht ausgeführt. Verwenden Sie den Knopf auf dieser Seite.',
    gone: 'Hier gibt es keine Zahlung. Prüfen Sie die Adresse oder fragen Sie den Shop.',
    other: 'Das hat nicht geklappt. Es wurde nichts abgebucht.',
  },
  away: 'Der Dienst antwortet nicht. Neuer Versuch …',
  scan: 'Scannen und bezahlen',
  qrOfTerminal: 'QR-Code dieser Kasse',
  noCart: 'Keine Zahlung wartet. Die nächste erscheint hier von selbst.',
  noPage: 'Diese Seite kann nicht gezeigt werden',
};

const ar: Texts = {
  testMode: 'وضع الاختبار: لا تُنقل أموال حقيقية.',
  status: { paid: 'تم الدفع', already_paid: 'مدفوع مسبقًا', canceled: 'ملغى', expired: 'انتهت المهلة' },
  explained: {
    paid: 'شكرًا لك. يمكنك إغلاق هذه الصفحة.',
    already_paid: 'دفع شخص آخر هذا المبلغ. لم يُخصم منك شيء.',
    canceled: 'أُلغيت هذه الدفعة. لم يُخصم شيء. اطلب من المتجر دفعة جديدة.',
    expired: 'انتهى وقت الدفع. لم يُخصم شيء. اطلب من المتجر دفعة جديدة.',
  },
  total: 'الإجمالي',
  timeLeft: 'الوقت المتبقي',
  cart: 'سلة مشترياتك',
  article: 'المنتج',
  amount: 'المبلغ',
  shipping: 'الشحن',
  tax: 'الضريبة',
  cashback: 'استردادك النقدي',
  cashbackTerms: 'يصبح لك عندما توصي بالمنتجات، ويصل بعد 30 يومًا.',
  email: 'البريد الإلكتروني',
  sendCode: 'إرسال الرمز',
  codeSentTo: 'أرسلنا رمزًا إلى',
  code: 'الرمز',
  signIn: 'تسجيل الدخول',
  newCode: 'إرسال رمز جديد',
  otherEmail: 'استخدام عنوان آخر',
  signedInAs: 'مسجّل الدخول باسم',
  signOut: 'تسجيل الخروج',
  balance: 'رصيدك',
  pay: ['ادفع ', ''],
  addFunds: 'إضافة رصيد تجريبي',
  country: 'البلد',
  countryNeeded: 'يبيع هذا المتجر بعملة غير عملة حسابك. اختر بلدك.',
  setCountry: 'تعيين البلد',
  otherMode: {
    sandbox: 'سجّلت الدخول للأموال الحقيقية، وهذه دفعة تجريبية.',
    live: 'سجّلت الدخول للاختبار، وهذه دفعة حقيقية.',
  },
  switchMode: { sandbox: 'التبديل إلى وضع الاختبار', live: 'التبديل إلى الأموال الحقيقية' },
  cancel: 'إلغاء',
  returnTo: 'العودة إلى',
  onPhone: 'ادفع بهاتفك',
  qrOfPage: 'رمز QR لهذه الصفحة',
  reload: 'تحقق مرة أخرى',
  problems: {
    code: 'هذا الرمز خاطئ أو قديم. أدخل أحدث رمز أو اطلب رمزًا آخر.',
    email: 'هذا ليس عنوان بريد إلكتروني. تحقق منه وحاول مرة أخرى.',
    funds: 'رصيدك غير كافٍ. لم يُخصم شيء.',
    limit: 'محاولات كثيرة. انتظر لحظة ثم حاول مرة أخرى.',
    unavailable: 'الخدمة لا تستجيب الآن. لم يُخصم شيء. حاول مرة أخرى بعد لحظة.',
    monitoring: 'أوقفت قاعدة أمان هذه الدفعة. لم يُخصم شيء. تواصل مع المتجر.',
    eligibility: 'لم يُتحقق من حسابك بعد للدفع الحقيقي. لم يُخصم شيء.',
    suspended: 'لا يقبل هذا المتجر الدفع الآن. لم يُخصم شيء.',
    session: 'انتهى تسجيل دخولك. سجّل الدخول مرة أخرى.',
    origin: 'جاء هذا الطلب من موقع آخر ولم يُنفّذ. استخدم الزر في هذه الصفحة.',
    gone: 'لا توجد دفعة هنا. تحقق من العنوان أو اسأل المتجر.',
    other: 'لم ينجح ذلك. لم يُخصم شيء.',
  },
  away: 'الخدمة لا تستجيب. نحاول مرة أخرى …',
  scan: 'امسح الرمز للدفع',
  qrOfTerminal: 'رمز QR لهذا الصندوق',
  noCart: 'لا توجد دفعة بانتظارك. ستظهر التالية هنا تلقائيًا.',
  noPage: 'لا يمكن عرض هذه الصفحة',
};

export const TEXTS: Readonly<Record<'en' | 'de' | 'ar', Texts>> = { en, de, ar };
