import { IconCertificate } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { printPaper } from '../../shared/print/shown-paper.ts'
import { printingText } from '../../text/printing.ts'

/** Prints the certificate of all vaccinations that the clinic knows of. */
export const CertificateButton = ({ patient }: { readonly patient: Patient }) => {
  const print = useCallback(
    () => printPaper({ kind: 'certificates', animals: [{ patient, owner: patient.client_data ?? undefined }] }),
    [patient],
  )
  const title = printingText.certificate
  useActions(
    useMemo((): readonly Action[] => [{ id: 'certificate', title, group: 'here', run: print }], [title, print]),
  )
  return (
    <button type="button" className="icon-button" aria-label={title} title={title} onClick={print}>
      <IconCertificate size={18} stroke={1.6} aria-hidden="true" />
    </button>
  )
}
