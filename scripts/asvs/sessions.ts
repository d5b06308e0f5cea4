import type { Chapter } from './row.ts'

export const sessions: Chapter = {
  id: 'V7',
  title: 'Session management',
  rows: [
    {
      id: '7.1.1',
      level: 2,
      asks: 'Idle time and longest life of a session are written down, with reasons.',
      document: {
        page: 'decisions/0066-sessions-tokens-and-headers.md',
        says: '15 minutes without use lock a session, 12 hours end it, and why.',
      },
    },
    {
      id: '7.1.2',
      level: 2,
      asks: 'It is written down how many sessions one account may have at once.',
      document: {
        page: 'decisions/0066-sessions-tokens-and-headers.md',
        says: 'A person may have any number of sessions; each is listed and can be ended.',
      },
    },
    {
      id: '7.1.3',
      level: 2,
      asks: 'Everything that makes sessions is written down together with how their lives are related.',
      document: {
        page: 'decisions/0066-sessions-tokens-and-headers.md',
        says: 'Sessions of our pages, of applications and of the provider, and what ends each.',
      },
    },
    { id: '7.2.1', level: 1, asks: 'Session tokens are checked by the server.' },
    { id: '7.2.2', level: 1, asks: 'Sessions use tokens made for them, not fixed keys.' },
    { id: '7.2.3', level: 1, asks: 'Session tokens are unique and have 128 random bits or more.' },
    { id: '7.2.4', level: 1, asks: 'Signing in, again too, makes a new token and ends the old one.' },
    { id: '7.3.1', level: 2, asks: 'A session that is not used must be unlocked again.' },
    { id: '7.3.2', level: 2, asks: 'A session ends after a longest time.' },
    { id: '7.4.1', level: 1, asks: 'A session that has ended opens nothing, whatever the browser kept.' },
    { id: '7.4.2', level: 1, asks: 'All sessions of a person end when their account is deactivated.' },
    { id: '7.4.3', level: 2, asks: 'After a change of password or factor, the other sessions can be ended.' },
    { id: '7.4.4', level: 2, asks: 'Every page for people who are signed in shows how to sign out.' },
    { id: '7.4.5', level: 2, asks: 'Managers can end the sessions of one person or of all.' },
    { id: '7.5.1', level: 2, asks: 'A change of e-mail address or factors needs the password again.' },
    { id: '7.5.2', level: 2, asks: 'People see their sessions and can end each of them.' },
    { id: '7.6.1', level: 2, asks: 'How long sign-ins at applications last is as it is written down.' },
    { id: '7.6.2', level: 2, asks: 'A session begins only with an act of the person.' },
  ],
}
