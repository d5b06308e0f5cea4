import {
  bookingDeclined,
  confirmation,
  invoice,
  personal,
  recall,
  reminder,
  sms,
  type MessageChannel,
  type MessageKind,
} from './kinds.ts'
import type { Language } from '../organisation/languages.ts'

export type MessageText = { readonly subject: string; readonly text: string }
type Texts = Readonly<Record<MessageKind, { readonly mail: MessageText; readonly sms: string }>>

const lines = (...all: readonly string[]) => all.join('\n')

/** The lines that say when and where, the same in every language. */
const when = ['{{date}}, {{time}}', '{{patients}}', '{{reason}}', '{{veterinarian}}']
const where = ['{{department}}', '{{department_address}}']
const appointment = [...when, ...where, '', '{{instructions}}', '']
const booked = ['{{date}}, {{time}}', '{{patients}}', '']
const signature = ['', '{{clinic}}', '{{department_phone}}', '{{department_email}}']

const en: Texts = {
  [confirmation]: {
    mail: {
      subject: 'Your appointment on {{date}}',
      text: lines(
        'Dear {{client}},',
        '',
        'We confirm your appointment:',
        '',
        ...appointment,
        'If you cannot come, please let us know.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: We confirm your appointment on {{date}} at {{time}}.', '{{department_phone}}'),
  },
  [reminder]: {
    mail: {
      subject: 'Reminder: your appointment on {{date}}',
      text: lines(
        'Dear {{client}},',
        '',
        'We remind you of your appointment:',
        '',
        ...appointment,
        'If you cannot come, please let us know.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: We remind you of your appointment on {{date}} at {{time}}.', '{{department_phone}}'),
  },
  [recall]: {
    mail: {
      subject: '{{patients}}: {{item}} is due',
      text: lines(
        'Dear {{client}},',
        '',
        '{{patients}}: {{item}} is due on {{due_date}}.',
        'Please call us to make an appointment.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: {{item}} is due for {{patients}} on {{due_date}}. Please call us.', '{{department_phone}}'),
  },
  [invoice]: {
    mail: {
      subject: 'Invoice {{number}} from {{clinic}}',
      text: lines(
        'Dear {{client}},',
        '',
        'Please find attached invoice {{number}} for {{amount}}.',
        'Due date: {{due_date}}',
        ...signature,
      ),
    },
    sms: '{{clinic}}: Invoice {{number}} for {{amount}} is due on {{due_date}}.',
  },
  [bookingDeclined]: {
    mail: {
      subject: 'Your booking for {{date}} was declined',
      text: lines(
        'Dear {{client}},',
        '',
        'we are sorry: we could not accept the appointment that you booked online.',
        '',
        ...booked,
        '{{decline_reason}}',
        '',
        'Please call us or book another time.',
        ...signature,
      ),
    },
    sms: lines(
      '{{clinic}}: We could not accept your booking for {{date}} at {{time}}: {{decline_reason}}',
      '{{department_phone}}',
    ),
  },
  [personal]: {
    mail: { subject: 'Message from {{clinic}}', text: lines('Dear {{client}},', ...signature) },
    sms: lines('Message from {{clinic}}:', '{{department_phone}}'),
  },
}

const de: Texts = {
  [confirmation]: {
    mail: {
      subject: 'Ihr Termin am {{date}}',
      text: lines(
        'Guten Tag {{client}},',
        '',
        'hiermit bestätigen wir Ihren Termin:',
        '',
        ...appointment,
        'Falls Sie nicht kommen können, geben Sie uns bitte Bescheid.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Wir bestätigen Ihren Termin am {{date}} um {{time}}.', '{{department_phone}}'),
  },
  [reminder]: {
    mail: {
      subject: 'Erinnerung: Ihr Termin am {{date}}',
      text: lines(
        'Guten Tag {{client}},',
        '',
        'wir erinnern Sie an Ihren Termin:',
        '',
        ...appointment,
        'Falls Sie nicht kommen können, geben Sie uns bitte Bescheid.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Wir erinnern Sie an Ihren Termin am {{date}} um {{time}}.', '{{department_phone}}'),
  },
  [recall]: {
    mail: {
      subject: '{{patients}}: {{item}} ist fällig',
      text: lines(
        'Guten Tag {{client}},',
        '',
        '{{patients}}: {{item}} ist am {{due_date}} fällig.',
        'Bitte rufen Sie uns an, um einen Termin zu vereinbaren.',
        ...signature,
      ),
    },
    sms: lines(
      '{{clinic}}: {{item}} ist für {{patients}} am {{due_date}} fällig. Bitte rufen Sie uns an.',
      '{{department_phone}}',
    ),
  },
  [invoice]: {
    mail: {
      subject: 'Rechnung {{number}} von {{clinic}}',
      text: lines(
        'Guten Tag {{client}},',
        '',
        'im Anhang finden Sie die Rechnung {{number}} über {{amount}}.',
        'Fällig am: {{due_date}}',
        ...signature,
      ),
    },
    sms: '{{clinic}}: Die Rechnung {{number}} über {{amount}} ist am {{due_date}} fällig.',
  },
  [bookingDeclined]: {
    mail: {
      subject: 'Ihre Buchung für den {{date}} wurde abgelehnt',
      text: lines(
        'Guten Tag {{client}},',
        '',
        'leider können wir den Termin, den Sie online gebucht haben, nicht annehmen.',
        '',
        ...booked,
        '{{decline_reason}}',
        '',
        'Bitte rufen Sie uns an oder buchen Sie eine andere Zeit.',
        ...signature,
      ),
    },
    sms: lines(
      '{{clinic}}: Ihre Buchung für den {{date}} um {{time}} können wir leider nicht annehmen: {{decline_reason}}',
      '{{department_phone}}',
    ),
  },
  [personal]: {
    mail: { subject: 'Nachricht von {{clinic}}', text: lines('Guten Tag {{client}},', ...signature) },
    sms: lines('Nachricht von {{clinic}}:', '{{department_phone}}'),
  },
}

const es: Texts = {
  [confirmation]: {
    mail: {
      subject: 'Su cita: {{date}}',
      text: lines(
        'Hola, {{client}}:',
        '',
        'Le confirmamos su cita:',
        '',
        ...appointment,
        'Si no puede venir, le rogamos que nos avise.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Le confirmamos su cita del {{date}} a las {{time}}.', '{{department_phone}}'),
  },
  [reminder]: {
    mail: {
      subject: 'Recordatorio de su cita: {{date}}',
      text: lines(
        'Hola, {{client}}:',
        '',
        'Le recordamos su cita:',
        '',
        ...appointment,
        'Si no puede venir, le rogamos que nos avise.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Le recordamos su cita del {{date}} a las {{time}}.', '{{department_phone}}'),
  },
  [recall]: {
    mail: {
      subject: '{{patients}}: toca {{item}}',
      text: lines(
        'Hola, {{client}}:',
        '',
        '{{patients}}: toca {{item}} el {{due_date}}.',
        'Llámenos para concertar una cita.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: A {{patients}} le toca {{item}} el {{due_date}}. Llámenos.', '{{department_phone}}'),
  },
  [invoice]: {
    mail: {
      subject: 'Factura {{number}} de {{clinic}}',
      text: lines(
        'Hola, {{client}}:',
        '',
        'Le adjuntamos la factura {{number}} por un importe de {{amount}}.',
        'Fecha de vencimiento: {{due_date}}',
        ...signature,
      ),
    },
    sms: '{{clinic}}: La factura {{number}} de {{amount}} vence el {{due_date}}.',
  },
  [bookingDeclined]: {
    mail: {
      subject: 'No podemos aceptar su reserva: {{date}}',
      text: lines(
        'Hola, {{client}}:',
        '',
        'Lo sentimos: no podemos aceptar la cita que reservó por internet.',
        '',
        ...booked,
        '{{decline_reason}}',
        '',
        'Llámenos o reserve otra hora.',
        ...signature,
      ),
    },
    sms: lines(
      '{{clinic}}: No podemos aceptar su reserva del {{date}} a las {{time}}: {{decline_reason}}',
      '{{department_phone}}',
    ),
  },
  [personal]: {
    mail: { subject: 'Mensaje de {{clinic}}', text: lines('Hola, {{client}}:', ...signature) },
    sms: lines('Mensaje de {{clinic}}:', '{{department_phone}}'),
  },
}

const fi: Texts = {
  [confirmation]: {
    mail: {
      subject: 'Ajanvaraus: {{date}}',
      text: lines(
        'Hei {{client}},',
        '',
        'vahvistamme ajanvarauksenne:',
        '',
        ...appointment,
        'Jos ette pääse tulemaan, ilmoitattehan siitä meille.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Ajanvarauksenne on vahvistettu: {{date}} klo {{time}}.', '{{department_phone}}'),
  },
  [reminder]: {
    mail: {
      subject: 'Muistutus ajanvarauksesta: {{date}}',
      text: lines(
        'Hei {{client}},',
        '',
        'muistutamme ajanvarauksestanne:',
        '',
        ...appointment,
        'Jos ette pääse tulemaan, ilmoitattehan siitä meille.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Muistutus ajanvarauksestanne: {{date}} klo {{time}}.', '{{department_phone}}'),
  },
  [recall]: {
    mail: {
      subject: '{{patients}}: {{item}}',
      text: lines(
        'Hei {{client}},',
        '',
        '{{patients}}: {{item}} on ajankohtainen {{due_date}}.',
        'Soittakaa meille ja varatkaa aika.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: {{patients}}, {{item}}: {{due_date}}. Soittakaa ja varatkaa aika.', '{{department_phone}}'),
  },
  [invoice]: {
    mail: {
      subject: 'Lasku {{number}}, {{clinic}}',
      text: lines(
        'Hei {{client}},',
        '',
        'liitteenä on lasku {{number}}, {{amount}}.',
        'Eräpäivä: {{due_date}}',
        ...signature,
      ),
    },
    sms: '{{clinic}}: Lasku {{number}}, {{amount}}, eräpäivä {{due_date}}.',
  },
  [bookingDeclined]: {
    mail: {
      subject: 'Ajanvarausta ei voitu vahvistaa: {{date}}',
      text: lines(
        'Hei {{client}},',
        '',
        'valitettavasti emme voi ottaa vastaan verkossa tekemäänne ajanvarausta.',
        '',
        ...booked,
        '{{decline_reason}}',
        '',
        'Soittakaa meille tai varatkaa toinen aika.',
        ...signature,
      ),
    },
    sms: lines(
      '{{clinic}}: Emme valitettavasti voi ottaa vastaan varaustanne {{date}} klo {{time}}: {{decline_reason}}',
      '{{department_phone}}',
    ),
  },
  [personal]: {
    mail: { subject: 'Viesti: {{clinic}}', text: lines('Hei {{client}},', ...signature) },
    sms: lines('{{clinic}}, viesti:', '{{department_phone}}'),
  },
}

const fr: Texts = {
  [confirmation]: {
    mail: {
      subject: 'Votre rendez-vous du {{date}}',
      text: lines(
        'Bonjour {{client}},',
        '',
        'Nous vous confirmons votre rendez-vous :',
        '',
        ...appointment,
        'Si vous ne pouvez pas venir, merci de nous prévenir.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}} : Votre rendez-vous du {{date}} à {{time}} est confirmé.', '{{department_phone}}'),
  },
  [reminder]: {
    mail: {
      subject: 'Rappel : votre rendez-vous du {{date}}',
      text: lines(
        'Bonjour {{client}},',
        '',
        'Nous vous rappelons votre rendez-vous :',
        '',
        ...appointment,
        'Si vous ne pouvez pas venir, merci de nous prévenir.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}} : Rappel de votre rendez-vous du {{date}} à {{time}}.', '{{department_phone}}'),
  },
  [recall]: {
    mail: {
      subject: '{{patients}} : {{item}} à prévoir',
      text: lines(
        'Bonjour {{client}},',
        '',
        '{{patients}} : {{item}} à prévoir pour le {{due_date}}.',
        'Appelez-nous pour prendre rendez-vous.',
        ...signature,
      ),
    },
    sms: lines(
      '{{clinic}} : {{patients}}, {{item}} à prévoir pour le {{due_date}}. Appelez-nous.',
      '{{department_phone}}',
    ),
  },
  [invoice]: {
    mail: {
      subject: 'Facture {{number}} de {{clinic}}',
      text: lines(
        'Bonjour {{client}},',
        '',
        'Veuillez trouver ci-joint la facture {{number}} d’un montant de {{amount}}.',
        'Échéance : {{due_date}}',
        ...signature,
      ),
    },
    sms: '{{clinic}} : La facture {{number}} de {{amount}} est à régler pour le {{due_date}}.',
  },
  [bookingDeclined]: {
    mail: {
      subject: 'Votre réservation du {{date}} n’a pas pu être acceptée',
      text: lines(
        'Bonjour {{client}},',
        '',
        'Nous sommes désolés : nous ne pouvons pas accepter le rendez-vous que vous avez réservé en ligne.',
        '',
        ...booked,
        '{{decline_reason}}',
        '',
        'Appelez-nous ou réservez un autre horaire.',
        ...signature,
      ),
    },
    sms: lines(
      '{{clinic}} : Nous ne pouvons pas accepter votre réservation du {{date}} à {{time}} : {{decline_reason}}',
      '{{department_phone}}',
    ),
  },
  [personal]: {
    mail: { subject: 'Message de {{clinic}}', text: lines('Bonjour {{client}},', ...signature) },
    sms: lines('Message de {{clinic}} :', '{{department_phone}}'),
  },
}

const sv: Texts = {
  [confirmation]: {
    mail: {
      subject: 'Din tid: {{date}}',
      text: lines(
        'Hej {{client}},',
        '',
        'Vi bekräftar din bokade tid:',
        '',
        ...appointment,
        'Hör av dig om du inte kan komma.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Vi bekräftar din tid {{date}} kl. {{time}}.', '{{department_phone}}'),
  },
  [reminder]: {
    mail: {
      subject: 'Påminnelse om din tid: {{date}}',
      text: lines(
        'Hej {{client}},',
        '',
        'Vi påminner om din bokade tid:',
        '',
        ...appointment,
        'Hör av dig om du inte kan komma.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Påminnelse om din tid {{date}} kl. {{time}}.', '{{department_phone}}'),
  },
  [recall]: {
    mail: {
      subject: '{{patients}}: dags för {{item}}',
      text: lines(
        'Hej {{client}},',
        '',
        '{{patients}}: det är dags för {{item}} den {{due_date}}.',
        'Ring oss för att boka en tid.',
        ...signature,
      ),
    },
    sms: lines('{{clinic}}: Dags för {{item}} för {{patients}} den {{due_date}}. Ring oss.', '{{department_phone}}'),
  },
  [invoice]: {
    mail: {
      subject: 'Faktura {{number}} från {{clinic}}',
      text: lines(
        'Hej {{client}},',
        '',
        'Här kommer faktura {{number}} på {{amount}}.',
        'Förfallodag: {{due_date}}',
        ...signature,
      ),
    },
    sms: '{{clinic}}: Faktura {{number}} på {{amount}} förfaller den {{due_date}}.',
  },
  [bookingDeclined]: {
    mail: {
      subject: 'Din bokning kunde inte godkännas: {{date}}',
      text: lines(
        'Hej {{client}},',
        '',
        'Vi kan tyvärr inte ta emot dig på tiden som du bokade på webben.',
        '',
        ...booked,
        '{{decline_reason}}',
        '',
        'Ring oss eller boka en annan tid.',
        ...signature,
      ),
    },
    sms: lines(
      '{{clinic}}: Vi kan tyvärr inte ta emot din bokning {{date}} kl. {{time}}: {{decline_reason}}',
      '{{department_phone}}',
    ),
  },
  [personal]: {
    mail: { subject: 'Meddelande från {{clinic}}', text: lines('Hej {{client}},', ...signature) },
    sms: lines('Meddelande från {{clinic}}:', '{{department_phone}}'),
  },
}

const texts: Readonly<Record<Language, Texts>> = { de, en, es, fi, fr, sv }

/** What is sent where the clinic has no wording of its own. */
export const builtInText = (kind: MessageKind, channel: MessageChannel, language: Language): MessageText => {
  const { mail, sms: short } = texts[language][kind]
  return channel === sms ? { subject: '', text: short } : mail
}
