import { attachment, completeUpload, downloadAddress, uploadForm } from '../domain/attachments/attachment.resource.ts'
import { application } from '../domain/identity/application.resource.ts'
import { permissionGroup } from '../domain/identity/permission-group.resource.ts'
import { user } from '../domain/identity/user.resource.ts'
import { accountingReport } from '../domain/billing/accounting-report.resource.ts'
import { accountNumber } from '../domain/catalogue/account-number.resource.ts'
import { alternativePricing } from '../domain/catalogue/alternative-pricing.resource.ts'
import { antibiotic } from '../domain/catalogue/antibiotic.resource.ts'
import { diagnosis } from '../domain/catalogue/diagnosis.resource.ts'
import { item } from '../domain/catalogue/item.resource.ts'
import { listItem } from '../domain/catalogue/list-item.resource.ts'
import { vatGroup } from '../domain/catalogue/vat-group.resource.ts'
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
import { dataImport, importFiles, importRow } from '../domain/movingin/import.resource.ts'
import { auditEvent } from '../domain/organisation/audit-event.resource.ts'
import { deleted } from '../domain/organisation/deleted.resource.ts'
import { departmentSettings, settingsOfDepartment } from '../domain/organisation/department-settings.resource.ts'
import { department } from '../domain/organisation/department.resource.ts'
import { organisation } from '../domain/organisation/organisation.resource.ts'
import { availableWholesaler } from '../domain/wholesale/available-wholesaler.resource.ts'
import { eventsOf } from '../events/events.ts'
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
  user,
  permissionGroup,
  application,
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
  alternativePricing,
  accountingReport,
  availableWholesaler,
  dataImport,
  importRow,
  auditEvent,
  deleted,
]

const endpoints: readonly Operation[] = [
  settingsOfDepartment,
  patientBulk,
  uploadForm,
  completeUpload,
  downloadAddress,
  ...importFiles,
]

export const resourceRegistry = registry(resources)
/** Every route there is. */
export const operations: readonly Operation[] = [
  rootOf(resources),
  limitsOf(() => operations),
  eventsOf(),
  ...resources.flatMap(operationsOf),
  ...endpoints,
]
