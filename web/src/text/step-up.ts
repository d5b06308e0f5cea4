/** Confirming that it is the person who is signed in, before what makes access last. */
export const stepUp = {
  title: 'Confirm that it is you',
  explained: 'This decides who gets in and what they may do, so it needs your own factor once more.',
  explainedPassword: 'This decides who gets in and what they may do, so it needs your password once more.',
  passkey: 'Use passkey',
  orCode: 'or the code from your authenticator',
  code: 'Code from your authenticator',
  recovery: 'A recovery code',
  orRecovery: 'or a recovery code',
  password: 'Password',
  confirm: 'Confirm',
  cancel: 'Cancel',
  kept: 'What you typed stays. You are not asked again for five minutes. Everybody who manages users is told of the change.',
  wrong: {
    password: 'The password is wrong.',
    code: 'The code is wrong or was used before.',
    passkey: 'No passkey was used. Try again, or choose another way.',
  },
  tooMany: 'Too many attempts. Wait a minute, then try again.',
  failed: 'That did not work. Check the connection and try again.',
}
