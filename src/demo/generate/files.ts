import type { DemoClinic, DemoPatient } from './model.ts'

export type DemoFile = {
  /** Index into clients, or into patients. */
  readonly client?: number
  readonly patient?: number
  readonly name: string
  readonly content_type: 'application/pdf' | 'text/csv' | 'text/plain'
  readonly bytes: Buffer
}

/** One page of plain text: the smallest PDF that every reader opens. */
const pdfOf = (lines: readonly string[]): Buffer => {
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) '`).join('\n')
  const text = `BT /F1 11 Tf 16 TL 72 770 Td\n${escaped}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

const referralOf = ({ name, microchip, date_of_registration }: DemoPatient, clinic: string) =>
  pdfOf([
    clinic,
    '',
    `Referral of ${name}${microchip === null ? '' : `, microchip ${microchip}`}`,
    '',
    'Dear colleague,',
    '',
    `${name} has been with us since ${date_of_registration}. Please see the animal for a second opinion`,
    'and let us have your findings.',
    '',
    'Nobody in this letter is real.',
  ])

const weightsOf = ({ weights }: DemoPatient) =>
  Buffer.from(`measured,kg\n${weights.map(({ measured, weight }) => `${measured},${weight}\n`).join('')}`)

/** A few attachments such as a clinic has. */
export const demoFiles = ({ organisation, clients, patients }: DemoClinic): DemoFile[] => {
  const weighed = patients.flatMap((patient, at) => (patient.weights.length > 2 ? [{ patient, at }] : []))
  return [
    ...patients.slice(0, 4).map(
      (patient, at): DemoFile => ({
        patient: at,
        name: `Referral ${patient.name}.pdf`,
        content_type: 'application/pdf',
        bytes: referralOf(patient, organisation.name),
      }),
    ),
    ...weighed.slice(0, 3).map(
      ({ patient, at }): DemoFile => ({
        patient: at,
        name: `Weights ${patient.name}.csv`,
        content_type: 'text/csv',
        bytes: weightsOf(patient),
      }),
    ),
    ...clients.slice(0, 2).map(
      (client, at): DemoFile => ({
        client: at,
        name: 'Consent.txt',
        content_type: 'text/plain',
        bytes: Buffer.from(`${`${client.firstname} ${client.lastname}`.trim()} has agreed to be reminded by letter.\n`),
      }),
    ),
  ]
}
