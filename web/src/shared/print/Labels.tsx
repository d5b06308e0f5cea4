import { UsageSize } from '@fetlock/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { rowsQuery } from '../../api/consultationitem.ts'
import { departmentQuery } from '../../api/department.ts'
import { useMe } from '../../api/me.ts'
import { type Consultation, type ConsultationItem, nameOfUser, type Patient } from '../../api/records.ts'
import { readExpiries } from '../../api/stocklevel.ts'
import { everyoneQuery } from '../../api/user.ts'
import { dateIn } from '../../format.ts'
import { paperDateText, paperNumberText } from './paper-format.ts'
import { showError, showToast } from '../toasts.ts'
import { text } from '../../text/en.ts'
import { printingText } from '../../text/printing.ts'
import { paperText } from '../../text/paper.ts'
import { addressedAs } from './addressed-as.ts'
import { type Label, LabelPaper } from './LabelPaper.tsx'
import { chosenLabelSize } from './label-size.ts'
import { LabelSizeDialog } from './LabelSizeDialog.tsx'
import type { Paper } from './shown-paper.ts'
import { isAllSaved } from './use-printer.ts'

const filled = (parts: readonly string[], between = ', ') => parts.filter((part) => part.trim() !== '').join(between)

const patientText = ({ name, species, weight }: Patient) =>
  filled([name || '–', species ?? '', weight === null ? '' : `${paperNumberText(weight)} kg`])

/** How much is in the owner's hand: of what is counted in packages also what is in one. */
const amountText = ({ quantity, unit, usage_size, item_data }: ConsultationItem) => {
  const isCountedInUnits = usage_size === UsageSize.DosageUnits && Number(item_data?.dosage_units ?? 1) !== 1
  const counted = filled([paperNumberText(quantity), isCountedInUnits ? text.visit.charges.units : unit], ' ')
  return isCountedInUnits ? counted : filled([counted, item_data?.package_description ?? ''])
}

/** What is on the labels, as the service has it now. */
const readLabels = async (client: QueryClient, visit: Consultation, patients: readonly Patient[], clinic: string) => {
  const [department, everyone, rows] = await Promise.all([
    client.fetchQuery(departmentQuery(visit.department)),
    client.fetchQuery(everyoneQuery),
    client.fetchQuery(rowsQuery(visit.id)),
  ])
  const expiryOf = await readExpiries(visit.department, rows)
  const labelOf = (row: ConsultationItem): Label => {
    const vet = everyone.find(({ url }) => url === row.supervising_veterinarian)
    const expiry = expiryOf(row)
    return {
      id: row.id,
      texts: {
        patient: filled(patients.filter(({ url }) => row.patients.includes(url)).map(patientText), '; '),
        owner: visit.client_data == null ? '' : addressedAs(visit.client_data),
        name: row.name,
        amount: amountText(row),
        instructions: row.instructions,
      },
      batch: filled([
        row.batch_number === '' ? '' : paperText.label.batch(row.batch_number),
        expiry === null ? '' : paperText.useBy(paperDateText(expiry)),
      ]),
      given: filled([
        paperDateText(dateIn(new Date(row.created), department.time_zone)),
        vet === undefined ? '' : nameOfUser(vet),
      ]),
      clinic: filled([clinic, department.phone], ' '),
    }
  }
  return { rows, labelOf }
}

type Props = {
  readonly paper: Extract<Paper, { readonly kind: 'labels' }>
  readonly onDone: () => void
}

/** Prints the labels of dispensed medicines; on a desk that has printed none yet, it asks for their size first. */
export const Labels = ({ paper: { visit, patients, rows: wanted }, onDone }: Props) => {
  const { name } = useMe().organisation
  const client = useQueryClient()
  const [labels, setLabels] = useState<readonly Label[]>()
  const [size, setSize] = useState(chosenLabelSize)
  const words = paperText.label
  const read = useEffectEvent(async () => {
    if (!(await isAllSaved(client))) {
      showToast(printingText.unsaved, { isProblem: true })
      return onDone()
    }
    const { rows, labelOf } = await readLabels(client, visit, patients, name)
    return setLabels(rows.filter(({ id }) => wanted.includes(id)).map(labelOf))
  })
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    read().catch((error: unknown) => {
      showError(error)
      finish()
    })
  }, [])
  if (size === undefined) return <LabelSizeDialog action={words.print} onChosen={setSize} onClose={onDone} />
  if (labels === undefined) return null
  const printed = (count: number) => {
    const without = labels.find(({ texts }) => texts.instructions === '')
    showToast(
      filled(
        [
          words.printed(count, words.size.sizes[size]),
          without === undefined ? '' : words.noInstructions(without.texts.name),
        ],
        ' ',
      ),
    )
    onDone()
  }
  return <LabelPaper key={size} labels={labels} size={size} onPrinted={printed} />
}
