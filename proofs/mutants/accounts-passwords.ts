import { inFile, type Mutant } from './mutant.ts'

/** Passwords, addresses, and what ends with them. */
export const ofPasswords: readonly Mutant[] = [
  ...inFile('src/domain/identity/guessable-passwords.ts', [
    {
      line: 'V6.2.4',
      kind: 'condition',
      breaks: 'what is put around a leaked password makes it a good one',
      find: 'undecorated(text).some((core) =>',
      replace: '[text].some((core) =>',
    },
    {
      line: 'V6.2.11',
      kind: 'condition',
      breaks: 'digits in place of letters make a good password of the clinic’s name',
      find: '  spellings(text).some((spelling) => {',
      replace: '  [text].some((spelling) => {',
    },
  ]),
  ...inFile('src/domain/identity/password-links.ts', [
    {
      line: 'security-17',
      kind: 'effect',
      breaks: 'a new password ends no session',
      find: `  await endMailedLinks(tx, user)
  await endAllAccess(tx, user)
  await recordSecurityEvent(tx, { kind: 'password.set', user, ...origin })`,
      replace: `  await endMailedLinks(tx, user)
  await recordSecurityEvent(tx, { kind: 'password.set', user, ...origin })`,
    },
  ]),
  ...inFile('src/oauth/records.ts', [
    {
      line: 'security-18',
      kind: 'condition',
      breaks: 'a token is stored although the secret was replaced meanwhile',
      find: 'application.archived || !isSame',
      replace: 'application.archived',
    },
  ]),
  ...inFile('src/domain/identity/applications.ts', [
    {
      line: 'security-27',
      kind: 'effect',
      breaks: 'the tokens of an archived application are there again when it is restored',
      find: `  await endTokens(tx, clientId)
  const keys`,
      replace: '  const keys',
    },
  ]),
  ...inFile('src/domain/identity/email-changes.ts', [
    {
      line: 'security-19',
      kind: 'condition',
      breaks: 'one of the two addresses is enough',
      find: 'if (old && fresh) await replaceAddress(tx, found, session, origin)',
      replace: 'if (old || fresh) await replaceAddress(tx, found, session, origin)',
    },
    {
      line: 'security-19',
      kind: 'effect',
      breaks: 'the old address is not told that a manager replaced it',
      find: "  await notifyEmailChange(tx, user, id, [old_email, new_email])\n  await recordSecurityEvent(tx, { kind: 'email.changed', user, details: { by_another",
      replace:
        "  await notifyEmailChange(tx, user, id, [new_email])\n  await recordSecurityEvent(tx, { kind: 'email.changed', user, details: { by_another",
    },
  ]),
  ...inFile('src/sign-in/account-forms.ts', [
    {
      line: 'V7.5.2',
      kind: 'condition',
      breaks: 'sessions are ended with any password',
      find: 'const checked = await checkCurrentPassword(parts, opened)',
      replace: "const checked = (await checkCurrentPassword(parts, opened)) ?? ''",
    },
  ]),
]
