import { attachment, completeUpload, downloadAddress, uploadForm } from '../domain/attachments/attachment.resource.ts'
import { logoFile, putLogo, removeLogo } from '../domain/attachments/logo.resource.ts'
import { application } from '../domain/identity/application.resource.ts'
import { legacyKey } from '../domain/identity/legacy-key.resource.ts'
import { permissionGroup } from '../domain/identity/permission-group.resource.ts'
import { securityEvent } from '../domain/identity/security-event.resource.ts'
import { changeMyPreferences, me, myPreferences } from '../domain/identity/me.resource.ts'
import {
  changeSecuritySettings,
  currentSecuritySettings,
  securitySettings,
} from '../domain/identity/security-settings.resource.ts'
import { user } from '../domain/identity/user.resource.ts'
import { accountingReport, dayClosing, departmentTotals, totals } from '../domain/billing/accounting-report.resource.ts'
import { countersaleItem } from '../domain/billing/countersale-item.resource.ts'
import { countersale } from '../domain/billing/countersale.resource.ts'
import { invoicePayment, sandboxPayment } from '../domain/billing/invoice-payment.resource.ts'
import { invoiceRow, rowExplanation } from '../domain/billing/invoice-row.resource.ts'
import { invoiceSeries } from '../domain/billing/invoice-series.resource.ts'
import { invoice, invoicePdf } from '../domain/billing/invoice.resource.ts'
import { printedInvoice } from '../domain/billing/printed-invoice.resource.ts'
import { openingBalance } from '../domain/billing/opening-balance.resource.ts'
import { clientBalance, clientsOwing, departmentReceivables, receivables } from '../domain/billing/balances.resource.ts'
import { departmentTakings } from '../domain/billing/takings.resource.ts'
import { unallocatedPayment } from '../domain/billing/unallocated-payment.resource.ts'
import { accountNumber } from '../domain/items/account-number.resource.ts'
import { alternativePricing } from '../domain/items/alternative-pricing.resource.ts'
import { antibiotic } from '../domain/items/antibiotic.resource.ts'
import { diagnosis } from '../domain/items/diagnosis.resource.ts'
import { item } from '../domain/items/item.resource.ts'
import { listItem } from '../domain/items/list-item.resource.ts'
import {
  itemPriceChange,
  priceChange,
  priceChangeItem,
  priceChangeUndo,
} from '../domain/items/price-change.resource.ts'
import { vatGroup } from '../domain/items/vat-group.resource.ts'
import { alternativePayer } from '../domain/clients/alternative-payer.resource.ts'
import {
  clientCustomFieldValue,
  customFieldValues,
  patientCustomFieldValue,
} from '../domain/customfields/custom-field-value.resource.ts'
import { customFieldSetting } from '../domain/customfields/custom-field-setting.resource.ts'
import { customFields } from '../domain/customfields/custom-fields.resource.ts'
import { breed } from '../domain/clients/breed.resource.ts'
import { client } from '../domain/clients/client.resource.ts'
import { patientWeight } from '../domain/clients/patient-weight.resource.ts'
import { patient, patientBulk } from '../domain/clients/patient.resource.ts'
import { phoneNumber } from '../domain/clients/phone-number.resource.ts'
import { species } from '../domain/clients/species.resource.ts'
import { consultationDiagnosis } from '../domain/consultations/consultation-diagnosis.resource.ts'
import { consultationDischargeInstruction } from '../domain/consultations/consultation-discharge-instruction.resource.ts'
import {
  consultationFood,
  consultationItem,
  consultationMedicine,
  consultationProcedure,
  consultationSupply,
} from '../domain/consultations/consultation-item.resource.ts'
import { consultationNote } from '../domain/consultations/consultation-note.resource.ts'
import { recall } from '../domain/consultations/recall.resource.ts'
import {
  appointmentPrepare,
  consultation,
  consultationAdmit,
  consultationFull,
} from '../domain/consultations/consultation.resource.ts'
import { textTemplate } from '../domain/consultations/text-template.resource.ts'
import { contraindication } from '../domain/consultations/contraindication.resource.ts'
import { vital } from '../domain/consultations/vital.resource.ts'
import { appointment } from '../domain/scheduling/appointment.resource.ts'
import { availability } from '../domain/scheduling/availability.resource.ts'
import { onlineBookingClient, onlineBookingSuggestions } from '../domain/scheduling/online-booking-client.resource.ts'
import { onlineBookingPatient } from '../domain/scheduling/online-booking-patient.resource.ts'
import { reasonItem } from '../domain/scheduling/reason-item.resource.ts'
import { reason } from '../domain/scheduling/reason.resource.ts'
import { appointmentReminder } from '../domain/scheduling/reminder.resource.ts'
import { shift } from '../domain/scheduling/shift.resource.ts'
import { prescription } from '../domain/prescriptions/prescription.resource.ts'
import { prescriptionItem } from '../domain/prescriptions/prescription-item.resource.ts'
import { imagingReferral } from '../domain/imaging/referral.resource.ts'
import { imagingOrder } from '../domain/imaging/worklist.resource.ts'
import { deliveryAttempt } from '../domain/webhooks/delivery-attempt.resource.ts'
import { delivery, sandboxFailures } from '../domain/webhooks/delivery.resource.ts'
import { webhook } from '../domain/webhooks/webhook.resource.ts'
import { dataImport, importFiles, importRow } from '../domain/importing/import.resource.ts'
import {
  changeCurrentMessageSettings,
  currentMessageSettings,
  messageSettings,
} from '../domain/messaging/message-settings.resource.ts'
import { messageTemplate, messageTemplatePreview } from '../domain/messaging/message-template.resource.ts'
import { message, messagePreview } from '../domain/messaging/message.resource.ts'
import { sendTestMessage } from '../domain/messaging/test-message.resource.ts'
import { orderItem } from '../domain/ordering/order-item.resource.ts'
import { order, sandboxOrder } from '../domain/ordering/order.resource.ts'
import { proposedOrders } from '../domain/ordering/proposed-orders.resource.ts'
import { receiptLine, receiptReviews } from '../domain/ordering/receipt-line.resource.ts'
import { receipts } from '../domain/ordering/receipts.resource.ts'
import { stockLevel } from '../domain/stock/stock-level.resource.ts'
import { stockCount, stockMovement, stockTransfer, stockWaste } from '../domain/stock/stock-movement.resource.ts'
import { auditEvent } from '../domain/organisation/audit-event.resource.ts'
import { deleted } from '../domain/organisation/deleted.resource.ts'
import { departmentSettings, settingsOfDepartment } from '../domain/organisation/department-settings.resource.ts'
import { department } from '../domain/organisation/department.resource.ts'
import {
  changeIntegrationSettings,
  currentIntegrationSettings,
  integrationSettings,
} from '../domain/organisation/integration-settings.resource.ts'
import { organisation } from '../domain/organisation/organisation.resource.ts'
import { setup } from '../domain/organisation/setup.resource.ts'
import { availableWholesaler } from '../domain/wholesale/available-wholesaler.resource.ts'
import { catalogImport, catalogImportChange } from '../domain/wholesale/catalog-import.resource.ts'
import { catalogPreview, catalogPreviewChanges } from '../domain/wholesale/catalog-preview.resource.ts'
import { catalogProduct } from '../domain/wholesale/catalog-product.resource.ts'
import { catalogUpload, catalogUploadUrl, errorReport } from '../domain/wholesale/catalog-upload.resource.ts'
import { wholesaler } from '../domain/wholesale/wholesaler.resource.ts'
import {
  chargeHints,
  declineChargeHint,
  missingCharges,
  openChargeHints,
} from '../domain/consultations/charge-hints.resource.ts'
import { clientErasure } from '../domain/erasure/client-erasure.resource.ts'
import { userErasure } from '../domain/erasure/user-erasure.resource.ts'
import { quickSearch } from '../domain/search/search.resource.ts'
import { patientTimeline } from '../domain/timeline/timeline.resource.ts'
import { eventsOf } from '../events/events.ts'
import { compositeOf } from '../kernel/composite.ts'
import type { Operation } from '../kernel/operation.ts'
import { operationsOf } from '../kernel/operations.ts'
import { registry, type Resource } from '../kernel/resource.ts'
import { limitsOf } from '../contract/limits.ts'
import { rootOf } from '../contract/root.ts'

/** Every resource there is. */
export const resources: readonly Resource[] = [
  organisation,
  department,
  departmentSettings,
  integrationSettings,
  messageSettings,
  securitySettings,
  user,
  permissionGroup,
  application,
  legacyKey,
  customFields,
  customFieldSetting,
  client,
  phoneNumber,
  patient,
  patientWeight,
  alternativePayer,
  attachment,
  customFieldValues,
  clientCustomFieldValue,
  patientCustomFieldValue,
  species,
  breed,
  diagnosis,
  antibiotic,
  listItem,
  accountNumber,
  vatGroup,
  item,
  priceChange,
  priceChangeItem,
  alternativePricing,
  stockLevel,
  stockMovement,
  countersale,
  countersaleItem,
  invoice,
  invoiceRow,
  invoicePayment,
  unallocatedPayment,
  openingBalance,
  invoiceSeries,
  consultation,
  consultationItem,
  consultationMedicine,
  consultationProcedure,
  consultationSupply,
  consultationFood,
  consultationDiagnosis,
  consultationNote,
  consultationDischargeInstruction,
  vital,
  contraindication,
  textTemplate,
  recall,
  imagingReferral,
  imagingOrder,
  reason,
  reasonItem,
  appointment,
  onlineBookingClient,
  onlineBookingPatient,
  appointmentReminder,
  shift,
  message,
  messageTemplate,
  prescription,
  prescriptionItem,
  accountingReport,
  availableWholesaler,
  wholesaler,
  catalogUpload,
  catalogProduct,
  catalogImport,
  catalogImportChange,
  order,
  orderItem,
  receiptLine,
  webhook,
  delivery,
  deliveryAttempt,
  dataImport,
  importRow,
  auditEvent,
  securityEvent,
  deleted,
]

const endpoints: readonly Operation[] = [
  quickSearch,
  me,
  myPreferences,
  changeMyPreferences,
  setup,
  patientTimeline,
  chargeHints,
  openChargeHints,
  missingCharges,
  declineChargeHint,
  settingsOfDepartment,
  currentIntegrationSettings,
  changeIntegrationSettings,
  currentMessageSettings,
  changeCurrentMessageSettings,
  sendTestMessage,
  currentSecuritySettings,
  changeSecuritySettings,
  patientBulk,
  itemPriceChange,
  messagePreview,
  messageTemplatePreview,
  priceChangeUndo,
  consultationAdmit,
  appointmentPrepare,
  availability,
  onlineBookingSuggestions,
  consultationFull,
  invoicePdf,
  printedInvoice,
  rowExplanation,
  dayClosing,
  stockCount,
  stockWaste,
  stockTransfer,
  proposedOrders,
  receipts,
  ...receiptReviews,
  totals,
  departmentTotals,
  receivables,
  departmentReceivables,
  departmentTakings,
  clientBalance,
  clientsOwing,
  clientErasure,
  userErasure,
  uploadForm,
  completeUpload,
  downloadAddress,
  logoFile,
  putLogo,
  removeLogo,
  catalogUploadUrl,
  errorReport,
  sandboxOrder,
  sandboxPayment,
  sandboxFailures,
  catalogPreview,
  catalogPreviewChanges,
  ...importFiles,
]

export const resourceRegistry = registry(resources)
/** Every route there is. */
export const operations: readonly Operation[] = [
  rootOf(resources),
  limitsOf(() => operations),
  eventsOf(resourceRegistry),
  compositeOf(() => operations),
  ...resources.flatMap(operationsOf),
  ...endpoints,
]
