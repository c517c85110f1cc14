import type { ReactNode } from 'react';
import type { AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { fileKinds, kindsOfTypes } from '../../../files/file-kind.js';
import { fileTexts } from '../../../files/texts.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import { Select } from '../../../ui/inputs.js';
import type { ListLook, ListState } from '../list-state.js';

interface LibraryToolsProps {
  readonly upload: AdminUploadMeta;
  readonly canFindUnused: boolean;
  readonly state: ListState;
  readonly look: ListLook;
  readonly onChange: (change: Partial<ListState>) => void;
}

/** Orders of a grid, which has no column headers. */
const orders = [
  ...['createdAt_desc', 'createdAt_asc', 'filename_asc', 'filename_desc', 'filesize_desc', 'filesize_asc'],
] as const;

/** Filters a library by kind and by use, orders it and switches between grid and table. */
export function LibraryTools(props: LibraryToolsProps): ReactNode {
  const { upload, canFindUnused, state, look, onChange } = props;
  const t = useTexts(fileTexts);
  const kinds = kindsOfTypes(upload.mimeTypes);
  const { kind, sort } = state;
  const names: Readonly<Record<string, string>> = {
    createdAt_desc: t.newest,
    createdAt_asc: t.oldest,
    filename_asc: t.byName,
    filename_desc: t.byNameBack,
    filesize_desc: t.largest,
    filesize_asc: t.smallest,
  };
  const isOther = sort !== null && names[sort] === undefined;
  return (
    <>
      {kinds.length > 1 && (
        <Select
          aria-label={t.kindFilter}
          className="library-select"
          value={kind ?? ''}
          onChange={(event) => {
            const wanted = event.currentTarget.value;
            onChange({ kind: fileKinds.find((each) => each === wanted) ?? null });
          }}
        >
          <option value="">{t.allKinds}</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t.kinds(each)}
            </option>
          ))}
        </Select>
      )}
      {(canFindUnused || state.unused) && (
        <Button
          variant="ghost"
          className="list-tool library-unused"
          aria-pressed={state.unused}
          onClick={() => onChange({ unused: !state.unused })}
        >
          {t.unusedFilter}
        </Button>
      )}
      {look === 'grid' && (
        <Select
          aria-label={t.order}
          className="library-select"
          value={sort ?? ''}
          onChange={(event) => onChange({ sort: event.currentTarget.value || null })}
        >
          <option value="">{t.defaultOrder}</option>
          {orders.map((order) => (
            <option key={order} value={order}>
              {names[order]}
            </option>
          ))}
          {isOther && <option value={sort}>{t.otherOrder}</option>}
        </Select>
      )}
      <fieldset className="library-looks" aria-label={t.look}>
        {(['grid', 'table'] as const).map((each) => (
          <IconButton
            key={each}
            icon={each === 'grid' ? 'grid' : 'list'}
            label={each === 'grid' ? t.lookGrid : t.lookTable}
            aria-pressed={look === each}
            onClick={() => onChange({ look: each, page: state.page })}
          />
        ))}
      </fieldset>
    </>
  );
}
