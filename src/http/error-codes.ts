import { attachmentErrorCodes } from '../domain/attachments/error-codes.ts'
import { billingErrorCodes } from '../domain/billing/error-codes.ts'
import { itemErrorCodes } from '../domain/items/error-codes.ts'
import { clientErrorCodes } from '../domain/clients/error-codes.ts'
import { consultationErrorCodes } from '../domain/consultations/error-codes.ts'
import { erasureErrorCodes } from '../domain/erasure/error-codes.ts'
import { identityErrorCodes } from '../domain/identity/error-codes.ts'
import { imagingErrorCodes } from '../domain/imaging/error-codes.ts'
import { importErrorCodes } from '../domain/importing/error-codes.ts'
import { messagingErrorCodes } from '../domain/messaging/error-codes.ts'
import { orderingErrorCodes } from '../domain/ordering/error-codes.ts'
import { organisationErrorCodes } from '../domain/organisation/error-codes.ts'
import { prescriptionErrorCodes } from '../domain/prescriptions/error-codes.ts'
import { schedulingErrorCodes } from '../domain/scheduling/error-codes.ts'
import { stockErrorCodes } from '../domain/stock/error-codes.ts'
import { wholesaleErrorCodes } from '../domain/wholesale/error-codes.ts'
import { eventErrorCodes } from '../events/error-codes.ts'
import { kernelErrorCodes, type CodeExplanation, type ErrorCode } from '../kernel/error-codes.ts'

/** Every code of every part: its type refuses a list that leaves a part out. */
export const errorCodes: Readonly<Record<ErrorCode, CodeExplanation>> = {
  ...kernelErrorCodes,
  ...attachmentErrorCodes,
  ...billingErrorCodes,
  ...itemErrorCodes,
  ...clientErrorCodes,
  ...consultationErrorCodes,
  ...eventErrorCodes,
  ...erasureErrorCodes,
  ...identityErrorCodes,
  ...imagingErrorCodes,
  ...importErrorCodes,
  ...messagingErrorCodes,
  ...prescriptionErrorCodes,
  ...schedulingErrorCodes,
  ...stockErrorCodes,
  ...orderingErrorCodes,
  ...organisationErrorCodes,
  ...wholesaleErrorCodes,
}
