import type { Chapter } from './row.ts'

export const logging: Chapter = {
  id: 'V16',
  title: 'Security logging and error handling',
  rows: [
    {
      id: '16.1.1',
      level: 2,
      asks: 'It is written down what is logged where, in which format, who may read it and how long it is kept.',
      document: {
        page: 'operating/security-events.md',
        says: 'Every log: what it has, where it is, its format, who reads it and how long it is kept.',
      },
    },
    { id: '16.2.1', level: 2, asks: 'Each entry says when, where, who and what.' },
    { id: '16.2.2', level: 2, asks: 'Times are UTC or have an offset.' },
    {
      id: '16.2.3',
      level: 2,
      asks: 'Logs go only where it is written that they go.',
      document: {
        page: 'operating/security-events.md',
        says: 'Logs go to standard output, and to nowhere else but the traces that an operator configures.',
      },
    },
    { id: '16.2.4', level: 2, asks: 'Logs can be read and correlated by programs.' },
    { id: '16.2.5', level: 2, asks: 'Secrets are not logged.' },
    { id: '16.3.1', level: 2, asks: 'Every sign-in is recorded, failed ones too, with the factors used.' },
    { id: '16.3.2', level: 2, asks: 'Refused requests are recorded.' },
    {
      id: '16.3.3',
      level: 2,
      asks: 'The documented security events are recorded, and attempts to get around controls.',
    },
    { id: '16.3.4', level: 2, asks: 'Unexpected errors and failures of controls are logged.' },
    { id: '16.4.1', level: 2, asks: 'What is logged cannot forge other entries.' },
    { id: '16.4.2', level: 2, asks: 'Logs cannot be changed, and not read by whoever may not.' },
    {
      id: '16.4.3',
      level: 2,
      asks: 'Logs are sent to a separate system.',
      document: {
        page: 'operating/security-events.md',
        says: 'How an operator sends the lines to a separate system as they come.',
      },
    },
    { id: '16.5.1', level: 2, asks: 'An unexpected error is answered without details of the inside.' },
    { id: '16.5.2', level: 2, asks: 'The program stays secure while something it depends on is down.' },
    { id: '16.5.3', level: 2, asks: 'Errors never let something through that should have been refused.' },
  ],
}
