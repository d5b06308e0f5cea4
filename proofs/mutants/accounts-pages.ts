import { inFile, type Mutant } from './mutant.ts'

/** The pages of the authorization server. */
export const ofPages: readonly Mutant[] = [
  ...inFile('src/sign-in/page-layout.ts', [
    {
      line: 'V3.4.3',
      kind: 'effect',
      breaks: 'scripts that somebody wrote into a page run',
      find: '"script-src \'self\'"',
      replace: "\"script-src 'self' 'unsafe-inline'\"",
    },
    {
      line: 'V3.4.6',
      kind: 'effect',
      breaks: 'another site can show the pages in a frame',
      find: '    "frame-ancestors \'none\'",\n',
      replace: '',
    },
  ]),
]
