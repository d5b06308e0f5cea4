import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { ImportedKind } from '../../../../api/import.ts'
import { useMe } from '../../../../api/me.ts'
import { SendButton } from '../../../../shared/form.tsx'
import { type Problems, ProblemSummary, useProblems } from '../../../../shared/problems.tsx'
import { Sheet } from '../../../../shared/Sheet.tsx'
import { settingsText } from '../../../../text/en-settings.ts'
import { mayImportItems } from '../lines.ts'
import { importedKinds } from '../search.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import classes from './Import.module.css'
import { countOf, fileOf, readTable, type Table, textOf } from './read-csv.ts'
import { type Mapping, mistakesIn, recognise } from './recognise.ts'
import { useSending } from './useSending.ts'

type Chosen = { readonly name: string; readonly table: Table; readonly mapping: Mapping }

/** Files are kept by their names, of which the service keeps the beginning. */
const maxName = 127

const problemsIn = ({ table, mapping }: Chosen, kind: ImportedKind): Problems => {
  const { columns, labels, empty } = settingsText.importing
  const { missing, twice } = mistakesIn(mapping, kind)
  const said = (sentence: (label: string) => string) => (name: string) => [name, sentence(labels[name] ?? name)]
  return {
    ...(countOf(table) === 0 ? { file: empty } : {}),
    ...Object.fromEntries([...missing.map(said(columns.missing)), ...twice.map(said(columns.twice))]),
  }
}

type ChooserProps = { readonly chosen: Chosen | undefined; readonly onChoose: (file: File) => void }

const Chooser = ({ chosen, onChoose }: ChooserProps) => {
  const input = useRef<HTMLInputElement>(null)
  const words = settingsText.importing
  return (
    <div
      className={classes['drop']}
      data-chosen={chosen !== undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file !== undefined) onChoose(file)
      }}
    >
      {chosen === undefined ? (
        <IconFileUpload size={22} stroke={1.6} aria-hidden="true" />
      ) : (
        <IconFileSpreadsheet size={22} stroke={1.6} aria-hidden="true" />
      )}
      {chosen !== undefined && (
        <p>
          <strong>{chosen.name}</strong> <span>{words.rows(countOf(chosen.table))}</span>
        </p>
      )}
      <button
        type="button"
        data-first
        id="file"
        className={chosen === undefined ? 'button primary' : 'button small'}
        onClick={() => input.current?.click()}
      >
        {chosen === undefined ? words.choose : words.other}
      </button>
      {chosen === undefined && <span>{words.drop}</span>}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.file}
        accept=".csv,.txt,.tsv,text/csv"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onChoose(file)
          target.value = ''
        }}
      />
    </div>
  )
}

type Props = {
  readonly kind: ImportedKind
  readonly onKind: (kind: ImportedKind) => void
  readonly onSent: (id: number) => void
  readonly onClose: () => void
  readonly files: ReactNode
}

/** A file is chosen, its columns are recognised, and it is tried. */
export const NewImport = ({ kind, onKind, onSent, onClose, files }: Props) => {
  const id = useId()
  const me = useMe()
  const words = settingsText.importing
  const [chosen, setChosen] = useState<Chosen>()
  const { problems, attempt, setProblems } = useProblems()
  const { send, isBusy } = useSending(setProblems, onSent)
  const kinds = importedKinds.filter((one) => one !== 'items' || mayImportItems(me))
  const choose = async (file: File) => {
    const table = readTable(textOf(await file.arrayBuffer()))
    setProblems({})
    setChosen({ name: file.name.slice(0, maxName), table, mapping: recognise(table.header, kind, words.labels) })
  }
  const changeKind = (next: ImportedKind) => {
    setProblems({})
    setChosen((before) => before && { ...before, mapping: recognise(before.table.header, next, words.labels) })
    onKind(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === undefined) return
    const found = problemsIn(chosen, kind)
    setProblems(found)
    if (Object.keys(found).length === 0)
      void send({ name: chosen.name, kind, csv: fileOf(chosen.table, chosen.mapping) })
  }
  return (
    <Sheet
      kind="panel"
      title={words.title[kind]}
      subtitle={words.nothingWritten}
      onClose={onClose}
      {...(chosen !== undefined && {
        foot: (
          <SendButton
            label={words.try(countOf(chosen.table))}
            state={isBusy ? 'sending' : 'open'}
            checking={words.trying}
            form={id}
          />
        ),
      })}
    >
      <form id={id} className={classes['form']} noValidate onSubmit={submit}>
        <ProblemSummary problems={problems} attempt={attempt} />
        <label className={classes['kind']}>
          <span>{words.kind}</span>
          <select value={kind} onChange={({ target }) => changeKind(target.value as ImportedKind)}>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </select>
        </label>
        <p className={classes['said']}>{words.explained[kind]}</p>
        <Chooser chosen={chosen} onChoose={(file) => void choose(file)} />
        {chosen !== undefined && chosen.table.header.length > 0 && (
          <ColumnChoice
            table={chosen.table}
            kind={kind}
            mapping={chosen.mapping}
            problems={problems}
            onChange={(mapping) => setChosen({ ...chosen, mapping })}
          />
        )}
      </form>
      {chosen === undefined && files}
    </Sheet>
  )
}
