import { ApiProblem } from '../api/problem.ts'
import type { Consultation } from '../api/records.ts'
import { get, post } from '../api/request.ts'
import { text } from '../text/en.ts'

const isRefusedStep = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.errors?.['status']?.[0]?.code === 'invalid_transition'

/** Takes a visit to a status. If it is there already, because somebody else was faster, nothing is amiss. */
export const changeStatus = async (id: number, status: number) => {
  try {
    return await post<Consultation>(`/consultation/${id}/update_status/`, { status })
  } catch (error) {
    if (!isRefusedStep(error)) throw error
    const current = await get<Consultation>(`/consultation/${id}/`)
    if (current.status === status) return current
    const { status: answer, code, requestId } = error
    const detail = text.visit.elsewhere(text.visitStatuses[current.status] ?? '')
    throw new ApiProblem({ status: answer, code, detail, requestId })
  }
}

/** The second click of a double click falls on whatever has taken the place of the button. */
export const isSecondClick = ({ detail }: { readonly detail: number }) => detail > 1
