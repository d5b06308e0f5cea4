import type { BodyOf } from '@fetlock/sdk'
import { api } from './api.ts'
import type { PhoneNumber } from './records.ts'

export type NewPhoneNumber = BodyOf<'POST', '/phonenumber/'>
export const addPhoneNumber = (body: NewPhoneNumber, key?: string) => api.post('/phonenumber/', { body, key })

export const readPhoneNumber = ({ id }: PhoneNumber) => api.get('/phonenumber/{id}/', { path: { id } })

type PhoneNumberChange = NonNullable<BodyOf<'PATCH', '/phonenumber/{id}/'>>
export const changePhoneNumber = (phone: PhoneNumber, body: PhoneNumberChange) =>
  api.patch('/phonenumber/{id}/', { path: { id: phone.id }, body, ifMatch: phone })
