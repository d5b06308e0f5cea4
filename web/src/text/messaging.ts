import { MessageTestCause } from '@fetlock/sdk'

/** What is said about the servers through which the clinic writes to its clients. */
export const messagingText = {
  title: 'E-mail and SMS',
  what: 'The servers for messages',
  explained:
    'Confirmations, reminders, recalls and invoices go to clients through servers of your own. Invitations of staff and links for new passwords go through the server of whoever operates Fetlock, which is not set here.',
  sections: { mail: 'Mail server', sms: 'SMS gateway' },
  state: { ready: 'Set up', missing: 'Not set up: nothing is sent this way' },
  labels: {
    smtp_host: 'Host',
    smtp_port: 'Port',
    smtp_username: 'User name',
    smtp_password: 'Password',
    mail_from: 'Sender',
    sms_gateway_url: 'Address of the gateway',
    sms_account: 'Account',
    sms_token: 'Token',
    sms_from: 'Sender',
  },
  hints: {
    smtp_host: 'As your mail provider names it for sending (SMTP), such as smtp.example.com',
    smtp_port: '587, 465 or 25',
    smtp_username: 'Often the whole e-mail address. Empty where the server asks for none',
    mail_from: 'The address that clients see. Answers go to the address of the department',
    sms_gateway_url: 'https, for a service that takes messages as Twilio does',
    sms_from: 'The number or name that is registered with the gateway',
    secretStored: 'Stored, and never shown. Type another one to replace it',
    secretNone: 'None is stored',
    secretGoes: 'The stored one belongs to the server as it was. Type it again, or it is removed',
  },
  test: {
    title: 'Try it out',
    mail: (address: string) => `Send a test e-mail to ${address}`,
    sms: 'Send a test text message',
    phone: 'Your mobile number',
    phoneNeeded: 'Enter the number that the text message goes to.',
    sending: 'Waiting for the server…',
    saveFirst: 'Save first: what is tried out is what is stored.',
    sent: (recipient: string) => `The server took the message to ${recipient}. It arrives within a few minutes.`,
    notSent: 'The test message was not sent.',
    causes: {
      [MessageTestCause.None]: '',
      [MessageTestCause.Address]: {
        mail: 'Check host and port: your mail provider says which to use for sending.',
        sms: 'Check the address of the gateway.',
      },
      [MessageTestCause.SignIn]: {
        mail: 'Check the user name, and type the password again. Some providers need a password made for programs.',
        sms: 'Check the account, and type the token again.',
      },
      [MessageTestCause.Encryption]: {
        mail: 'Try the port 465, or ask your mail provider which port is encrypted.',
        sms: 'Ask the gateway about its certificate.',
      },
      [MessageTestCause.Sender]: {
        mail: 'Check the sender: the server must allow this user to send from it.',
        sms: 'Check the sender: it must be registered with the gateway.',
      },
      [MessageTestCause.Recipient]: {
        mail: 'The server does not deliver to this address. It may allow messages only after signing in: enter a user name.',
        sms: 'Check the number.',
      },
      [MessageTestCause.Message]: {
        mail: 'Ask your mail provider why it refuses messages of this sender.',
        sms: 'Check the number and the sender: the gateway does not accept one of them.',
      },
      [MessageTestCause.Settings]: {
        mail: 'Enter the host and the sender first.',
        sms: 'Enter the address of the gateway and the sender first.',
      },
      [MessageTestCause.Other]: {
        mail: 'Try again in a few minutes. If it stays so, ask your mail provider.',
        sms: 'Try again in a few minutes. If it stays so, ask the gateway.',
      },
    },
  },
}
