import { ApiError, type ConsultationStatus } from '@fetlock/sdk'
import { readVisit, updateStatus } from '../api/consultation.ts'
import { fieldProblemsOf } from '../api/problem.ts'
import { text } from '../text/en.ts'

const isRefusedStep = (error: unknown): error is ApiError =>
  fieldProblemsOf(error)['status']?.[0]?.code === 'invalid_transition'

/** Takes a visit to a status. If it is there already, because somebody else was faster, nothing is amiss. */
export const changeStatus = async (id: number, status: ConsultationStatus, key?: string) => {
  try {
    return await updateStatus(id, status, key)
  } catch (error) {
    if (!isRefusedStep(error)) throw error
    const current = await readVisit(id)
    if (current.status === status) return current
    const { status: answer, code, requestId } = error
    const detail = text.visit.elsewhere(text.visitStatuses[current.status] ?? '')
    throw new ApiError({ status: answer, code, detail, requestId })
  }
}

/** The second click of a double click falls on whatever has taken the place of the button. */
export const isSecondClick = ({ detail }: { readonly detail: number }) => detail > 1
