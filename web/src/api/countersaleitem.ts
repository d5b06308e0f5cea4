import type { BodyOf } from '@fetlock/sdk'
import { api } from './api.ts'
import type { CountersaleItem } from './records.ts'

export const changeRow = (row: CountersaleItem, body: BodyOf<'PATCH', '/countersaleitem/{id}/'>) =>
  api.patch('/countersaleitem/{id}/', { path: { id: row.id }, body, ifMatch: row })

export const removeRow = ({ id }: CountersaleItem) => api.delete('/countersaleitem/{id}/', { path: { id } })
