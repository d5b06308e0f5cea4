import type { Client } from '../../api/records.ts'

/** A client as people are addressed: first name first. */
export const addressedAs = ({ organization_name, firstname, lastname }: Client) =>
  organization_name || [firstname, lastname].filter((name) => name !== '').join(' ')
