import { Skeleton } from '../../../shared/states.tsx'

const widths = [48, 62, 40, 55, 44]

/** Rows of a table that is being read. */
export const RowSkeleton = ({ columns }: { readonly columns: number }) =>
  widths.map((width) => (
    <tr key={width} aria-hidden="true">
      {Array.from({ length: columns }, (_, at) => (
        <td key={at}>
          <Skeleton width={`${width}%`} />
        </td>
      ))}
    </tr>
  ))
