import { Certificates } from './Certificates.tsx'
import { LabelSizeDialog } from './LabelSizeDialog.tsx'
import { Labels } from './Labels.tsx'
import { endPrinting, type Paper } from './shown-paper.ts'

/** Each kind of paper that is printed beside the page. */
export const Papers = ({ paper }: { readonly paper: Paper }) => {
  if (paper.kind === 'labels') return <Labels paper={paper} onDone={endPrinting} />
  if (paper.kind === 'certificates') return <Certificates paper={paper} onDone={endPrinting} />
  return <LabelSizeDialog onChosen={endPrinting} onClose={endPrinting} />
}
