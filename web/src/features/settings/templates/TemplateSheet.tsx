import { Language, TextTemplateKind } from '@fetlock/sdk'
import type { TextTemplate } from '../../../api/records.ts'
import { addTemplate, changeTemplate, readTemplate, templateKey } from '../../../api/texttemplate.ts'
import { SendButton } from '../../../shared/form.tsx'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { ArchiveButton } from '../words/ArchiveButton.tsx'
import { AreaInput, ChoiceInput, LineInput } from '../words/Inputs.tsx'
import { useRecordForm } from '../words/use-record-form.ts'
import words from '../words/Words.module.css'

type Draft = Pick<TextTemplate, 'name' | 'shortcut' | 'kind' | 'language' | 'text'>

/** The semicolon calls the shortcut and is no part of it, and a space ends it. */
const lettersOf = (shortcut: string) => shortcut.replace(/\s/g, '').replace(/^;+/, '')

/** Where a shortcut is written out while it is typed. */
const isExpanded = (kind: TextTemplateKind) => kind === TextTemplateKind.Note || kind === TextTemplateKind.Discharge

const store = {
  draftOf: (record: TextTemplate | undefined): Draft => ({
    name: record?.name ?? '',
    shortcut: record?.shortcut ?? '',
    kind: record?.kind ?? TextTemplateKind.Note,
    language: record?.language ?? '',
    text: record?.text ?? '',
  }),
  add: (draft: Draft, key: string) => addTemplate({ ...draft, shortcut: lettersOf(draft.shortcut) }, key),
  send: (version: TextTemplate, changes: Partial<Draft>) =>
    changeTemplate(version, {
      ...changes,
      ...(changes.shortcut !== undefined && { shortcut: lettersOf(changes.shortcut) }),
    }),
  readNow: readTemplate,
}

const refresh = [templateKey] as const

type Props = {
  readonly template: TextTemplate | undefined
  readonly kind: TextTemplateKind | undefined
  readonly onClose: () => void
}

/** A text that staff insert by its name or its shortcut. */
export const TemplateSheet = ({ template, kind, onClose }: Props) => {
  const { form: said, kinds, new: newTemplate, shortcut } = settingsText.templates
  const ofKind = {
    ...store,
    draftOf: (record: TextTemplate | undefined) =>
      record === undefined && kind !== undefined ? { ...store.draftOf(record), kind } : store.draftOf(record),
  }
  const form = useRecordForm<TextTemplate, Draft>(template, ofKind, {
    labels: { name: said.name, shortcut: said.shortcut, kind: said.kind, language: said.language, text: said.text },
    missingIn: ({ name, text: written }) => [
      ...(name.trim() === '' ? (['name'] as const) : []),
      ...(written.trim() === '' ? (['text'] as const) : []),
    ],
    said: (name, draft) => (name === 'kind' ? kinds[draft.kind] : undefined),
    nameOf: ({ name }) => name,
    refresh: () => refresh,
    onDone: onClose,
  })
  const { language, shortcut: letters } = form.draft
  const known: readonly string[] = Object.values(Language)
  const tags = language === '' || known.includes(language) ? known : [...known, language]
  return (
    <Sheet
      title={template?.name ?? newTemplate}
      onClose={onClose}
      foot={
        <SendButton
          label={template === undefined ? settingsText.words.add : settingsText.words.save}
          state={form.isBusy ? 'sending' : 'open'}
          checking=""
          form="template"
        />
      }
    >
      <ProblemSummary problems={form.problems} attempt={form.attempt} />
      <form id="template" noValidate onSubmit={form.submit}>
        <LineInput form={form} name="name" label={said.name} maxLength={127} isFirst isNeeded />
        <LineInput
          form={form}
          name="shortcut"
          label={said.shortcut}
          maxLength={31}
          hint={
            isExpanded(form.draft.kind)
              ? said.shortcutHint(lettersOf(letters) === '' ? said.shortcutExample : shortcut(lettersOf(letters)))
              : undefined
          }
        />
        <div className={words['pair']}>
          <ChoiceInput
            form={form}
            name="kind"
            label={said.kind}
            options={Object.values(TextTemplateKind).map((one) => [one, kinds[one]])}
          />
          <ChoiceInput
            form={form}
            name="language"
            label={said.language}
            options={[['', said.anyLanguage], ...tags.map((tag) => [tag, text.records.languages[tag] ?? tag] as const)]}
          />
        </div>
        <AreaInput
          form={form}
          name="text"
          label={said.text}
          hint={said.textHint}
          rows={10}
          maxLength={65_536}
          isNeeded
        />
      </form>
      {template !== undefined && (
        <ArchiveButton record={template} send={changeTemplate} refresh={refresh} onDone={onClose} />
      )}
    </Sheet>
  )
}
