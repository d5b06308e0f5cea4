import type { Permission } from '@fetlock/sdk'
import { IconSettings } from '@tabler/icons-react'
import { may } from '../api/me.ts'
import type { Me } from '../api/records.ts'
import { text } from '../text/en.ts'

type SettingsPage = {
  /** What its address is called, below `/settings/`. `router.tsx` says which component it opens. */
  readonly path: string
  readonly name: keyof typeof text.settings.pages
  /** Pages of one section stand together in the side list. */
  readonly section: 'clinic' | 'items' | 'words' | 'connections' | 'setup'
  /** Which permissions open it: any of these, to read. */
  readonly needs: readonly Permission[]
}

/** The pages of the settings, in the order of their list. */
const pages = [
  {
    path: 'clinic',
    name: 'clinic',
    section: 'clinic',
    needs: ['Settings: Departments'],
  },
  {
    path: 'people',
    name: 'people',
    section: 'clinic',
    needs: ['Settings: Users and permissions'],
  },
  {
    path: 'groups',
    name: 'groups',
    section: 'clinic',
    needs: ['Settings: Users and permissions'],
  },
  {
    path: 'shifts',
    name: 'shifts',
    section: 'clinic',
    needs: ['Settings: Departments'],
  },
  {
    path: 'items',
    name: 'items',
    section: 'items',
    needs: ['Settings: Items'],
  },
  {
    path: 'reasons',
    name: 'reasons',
    section: 'words',
    needs: ['Settings: Departments'],
  },
  {
    path: 'messages',
    name: 'messages',
    section: 'words',
    needs: ['Settings: Integration settings'],
  },
  {
    path: 'templates',
    name: 'templates',
    section: 'words',
    needs: ['Clinical: Consultations'],
  },
  {
    path: 'fields',
    name: 'fields',
    section: 'words',
    needs: ['Custom field settings'],
  },
  {
    path: 'lists',
    name: 'lists',
    section: 'words',
    needs: ['Settings: Items'],
  },
  {
    path: 'messaging',
    name: 'messaging',
    section: 'connections',
    needs: ['Settings: Integration settings'],
  },
  {
    path: 'integrations',
    name: 'integrations',
    section: 'connections',
    needs: ['Settings: Integration settings'],
  },
  {
    path: 'audit',
    name: 'audit',
    section: 'connections',
    needs: ['Settings: Users and permissions'],
  },
  {
    path: 'setup',
    name: 'setup',
    section: 'setup',
    needs: ['Settings: Departments'],
  },
] as const satisfies readonly SettingsPage[]

export type SettingsPath = (typeof pages)[number]['path']

/** What stands in the rail for all of them. */
export const settingsEntry = {
  to: '/settings/',
  name: 'settings',
  icon: IconSettings,
  keys: 'g s',
  needs: [...new Set(pages.flatMap(({ needs }) => needs))],
} as const

const shown = (page: (typeof pages)[number]) => ({
  ...page,
  to: `/settings/${page.path}/` as const,
  title: text.settings.pages[page.name],
})

/** The pages of the settings that open for somebody. */
export const settingsPagesFor = (me: Me) => pages.filter(({ needs }) => needs.some((name) => may(me, name))).map(shown)

/** The page of the settings at an address, whoever asks. */
export const settingsPageAt = (address: string) => pages.map(shown).find(({ to }) => address.startsWith(to))
