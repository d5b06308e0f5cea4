import { Skeleton } from '../../shared/states.tsx'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { text } from '../../text/en.ts'
import { columnNames } from './board.ts'
import classes from './Board.module.css'
import visitCard from './VisitCard.module.css'

/** The columns where they will be, with cards of their size. */
export const ColumnsSkeleton = () => (
  <div className={classes['columns']} aria-busy="true">
    {columnNames.map((name) => (
      <div key={name} className={classes['column']} data-column={name}>
        <div className={classes['head']}>
          <StatusGlyph name={name} />
          <h2>{text.board.columns[name]}</h2>
        </div>
        <div className={classes['list']} data-list>
          {[0, 1, 2].map((row) => (
            <div key={row} className={visitCard['card']} data-column={name}>
              <div className={visitCard['who']}>
                <Skeleton width={28} height={28} />
                <Skeleton width="50%" />
              </div>
              <Skeleton width="80%" height={18} />
              <div className={visitCard['foot']}>
                <Skeleton width="40%" />
              </div>
            </div>
          ))}
        </div>
      </div>
    ))}
  </div>
)
