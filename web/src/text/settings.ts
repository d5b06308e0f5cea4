import { byCount } from './plural.ts'

/** The settings: their pages and what these have in common. */
export const settings = {
  title: 'Settings',
  pages: {
    clinic: 'Clinic',
    people: 'People',
    groups: 'Groups',
    shifts: 'Shifts',
    items: 'Items and prices',
    messaging: 'E-mail and SMS',
    reasons: 'Reasons',
    messages: 'Messages',
    templates: 'Templates',
    fields: 'Custom fields',
    lists: 'Lists',
    integrations: 'Integrations',
    audit: 'Audit',
    setup: 'What is still missing',
  },
  action: (page: string) => `Settings: ${page}`,
  any: 'one of the settings',
  form: {
    notSaved: (count: number) => byCount(count, { one: '1 change not saved.', other: `${count} changes not saved.` }),
    discard: 'Discard',
    save: (count: number) => byCount(count, { one: 'Save 1 change', other: `Save ${count} changes` }),
    saved: 'Saved',
    shown: 'Settings that you may see',
    was: (before: string) => `was ${before}`,
    wasEmpty: 'was empty',
    leave: { title: 'Leave without saving?', leave: 'Leave', stay: 'Stay here' },
    on: 'on',
    off: 'off',
    conflict:
      'Somebody else has changed this meanwhile. What you typed is kept, and each field says what it is now. Save again if yours is right.',
  },
  needs: (permissions: readonly string[]) => `This page needs the permission ${permissions.join(' or ')}.`,
}
