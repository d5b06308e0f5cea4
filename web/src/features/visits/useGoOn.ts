import { useNavigate } from '@tanstack/react-router'
import type { Consultation } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { namesOf } from './visit.ts'

/** Where somebody goes on who is done with a visit: to the one who waits, or else to the board. */
export const useGoOn = () => {
  const navigate = useNavigate()
  return (next: Consultation | null) =>
    next === null
      ? { title: text.visit.sheet.toBoard, run: () => navigate({ to: '/' }) }
      : {
          title: text.visit.sheet.toNext(namesOf(next.patients_data ?? [])),
          run: () => navigate({ to: '/visits/$id/', params: { id: String(next.id) } }),
        }
}
