import { worklistsText } from '../../text/worklists.ts'

type WhoseProps = { readonly isMine: boolean; readonly onChoose: (isMine: boolean) => void }

/** Everybody's, or only one's own. */
export const Whose = ({ isMine, onChoose }: WhoseProps) => (
  <div className="segments" role="group" aria-label={worklistsText.whose}>
    {[false, true].map((mine) => (
      <button key={String(mine)} type="button" aria-pressed={mine === isMine} onClick={() => onChoose(mine)}>
        {mine ? worklistsText.mine : worklistsText.everyone}
      </button>
    ))}
  </div>
)
