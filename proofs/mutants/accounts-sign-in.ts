import { inFile, type Mutant } from './mutant.ts'

/** Signing in: delays, known browsers, second factors. */
export const ofSignIn: readonly Mutant[] = [
  ...inFile('src/rates/delays.lua', [
    {
      line: 'security-1',
      kind: 'bound',
      breaks: 'delays do not grow',
      find: 'first * 2 ^ math.min(tries - free, 40)',
      replace: 'first',
    },
    {
      line: 'security-4',
      kind: 'effect',
      breaks: 'attempts that come at once are not limited',
      find: 'if tries >= free then delay',
      replace: 'if tries > 100000 then delay',
    },
  ]),
  ...inFile('src/sign-in/finish-sign-in.ts', [
    {
      line: 'security-5',
      kind: 'condition',
      breaks: 'a known browser shares the attempts of everybody',
      find: ') => person && knownBrowser(keys.browsers, cookies.get(knownBrowserCookie), organisation, person, new Date())',
      replace: ') => (person && cookies.size > 99 ? String(organisation) + String(keys.browsers.length) : undefined)',
    },
  ]),
  ...inFile('src/domain/identity/second-factors.ts', [
    {
      line: 'V6.5.1',
      kind: 'condition',
      breaks: 'the code of an app works again within its time',
      find: "      .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))\n",
      replace: '',
    },
    {
      line: 'V6.3.3',
      kind: 'condition',
      breaks: 'nobody is required to have a second factor',
      find: 'select second_factor_required and exists (',
      replace: 'select false and exists (',
    },
  ]),
  ...inFile('src/domain/identity/totp.ts', [
    {
      line: 'V6.5.5',
      kind: 'bound',
      breaks: 'the code of an app works for minutes',
      find: 'const window = 1\n',
      replace: 'const window = 3\n',
    },
  ]),
  ...inFile('src/sign-in/sign-in.ts', [
    {
      line: 'V6.3.3',
      kind: 'condition',
      breaks: 'a password starts a session although a second factor is there',
      find: 'if (isMarked || (!has &&',
      replace: 'if (has || isMarked || (!has &&',
    },
  ]),
]
