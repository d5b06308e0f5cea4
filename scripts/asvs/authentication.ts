import type { Chapter } from './row.ts'

const noOutOfBand = 'No code is sent by SMS, by a call or by an app of ours: second factors are passkeys and TOTP.'
const noOtherProvider = 'People sign in with Fetlock’s own accounts only; no other identity provider is accepted.'

export const authentication: Chapter = {
  id: 'V6',
  title: 'Authentication',
  rows: [
    {
      id: '6.1.1',
      level: 1,
      asks: 'It is written down how guessing is slowed down, how that is set, and why nobody can be locked out by it.',
      document: {
        page: 'operating/accounts.md',
        says: 'The delays after guesses at an account, the limits of an address, where they are kept, and why a known browser cannot be locked out.',
      },
    },
    { id: '6.1.2', level: 2, asks: 'The words that may not be passwords here are written down.' },
    {
      id: '6.1.3',
      level: 2,
      asks: 'All ways to authenticate are written down together, with their strength.',
      document: { page: 'operating/accounts.md', says: 'The five ways in, and how many factors each has.' },
    },
    { id: '6.2.1', level: 1, asks: 'Passwords have at least 8 characters (15 is recommended).' },
    { id: '6.2.2', level: 1, asks: 'People can change their password.' },
    { id: '6.2.3', level: 1, asks: 'Changing it needs the current one.' },
    { id: '6.2.4', level: 1, asks: 'The 3,000 most common passwords are refused.' },
    { id: '6.2.5', level: 1, asks: 'There are no rules about which kinds of characters a password has.' },
    { id: '6.2.6', level: 1, asks: 'Password fields hide what is typed.' },
    {
      id: '6.2.7',
      level: 1,
      asks: 'Pasting and password managers work.',
      document: { page: 'accounts.md', says: 'Pasting and password managers work; the fields are named for them.' },
    },
    { id: '6.2.8', level: 1, asks: 'A password is compared as it was typed: not cut off, not in another case.' },
    { id: '6.2.9', level: 2, asks: 'Passwords of 64 characters are possible.' },
    {
      id: '6.2.10',
      level: 2,
      asks: 'A password does not expire by itself.',
      document: { page: 'accounts.md', says: 'A password stays valid until it is changed.' },
    },
    { id: '6.2.11', level: 2, asks: 'The words of the clinic, the person and the product are refused in passwords.' },
    { id: '6.2.12', level: 2, asks: 'Breached passwords are refused.' },
    { id: '6.3.1', level: 1, asks: 'Guessing is slowed down as it is written.' },
    { id: '6.3.2', level: 1, asks: 'There are no default accounts.' },
    { id: '6.3.3', level: 2, asks: 'More than one factor is needed to enter.' },
    {
      id: '6.3.4',
      level: 2,
      asks: 'There is no way in that is not written down, and all are equally strong.',
      document: { page: 'operating/accounts.md', says: 'All ways in, and that there is no other.' },
    },
    { id: '6.3.7', level: 3, asks: 'People are told when their credentials or addresses change.' },
    { id: '6.4.1', level: 1, asks: 'First passwords and activation links are random, short-lived and work once.' },
    {
      id: '6.4.2',
      level: 1,
      asks: 'There are no password hints and no secret questions.',
      document: { page: 'operating/accounts.md', says: 'All ways in, none of which is a hint or a question.' },
    },
    { id: '6.4.3', level: 2, asks: 'Resetting a password does not get around the second factor.' },
    {
      id: '6.4.4',
      level: 2,
      asks: 'Whoever lost a factor is identified as well as when it was added.',
      document: {
        page: 'operating/accounts.md',
        says: 'How the operator makes sure who asks before factors are removed.',
      },
    },
    { id: '6.5.1', level: 2, asks: 'Recovery codes and TOTP codes work once.' },
    { id: '6.5.2', level: 2, asks: 'Recovery codes are stored hashed.' },
    { id: '6.5.3', level: 2, asks: 'Codes and TOTP keys come from a cryptographic random generator.' },
    { id: '6.5.4', level: 2, asks: 'Recovery codes have at least 20 bits of randomness.' },
    { id: '6.5.5', level: 2, asks: 'TOTP codes have a lifetime of 30 seconds.' },
    {
      id: '6.6.1',
      level: 2,
      asks: 'Codes by SMS or phone are only an alternative to something stronger.',
      doesNotApply: noOutOfBand,
    },
    { id: '6.6.2', level: 2, asks: 'A code that was sent belongs to one sign-in.', doesNotApply: noOutOfBand },
    { id: '6.6.3', level: 2, asks: 'Guessing a code that was sent is slowed down.', doesNotApply: noOutOfBand },
    {
      id: '6.8.1',
      level: 2,
      asks: 'A person cannot be imitated through another identity provider.',
      doesNotApply: noOtherProvider,
    },
    { id: '6.8.2', level: 2, asks: 'Signatures of assertions are always checked.', doesNotApply: noOtherProvider },
    { id: '6.8.3', level: 2, asks: 'SAML assertions are used once.', doesNotApply: noOtherProvider },
    {
      id: '6.8.4',
      level: 2,
      asks: 'What another identity provider says of the strength of a sign-in is checked.',
      doesNotApply: noOtherProvider,
    },
  ],
}
