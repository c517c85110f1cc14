import { type ReactNode, useEffect, useId, useState } from 'react';
import type { AdminVersionNotes } from '../../../../runtime/codegen/admin-replies.js';
import { isKeyId, usePersonNames } from '../../accounts/use-user-names.js';
import { useAuthMeta } from '../../api/meta-context.js';
import type { DocumentSource } from '../../documents/document-source.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button, IconButton } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { Field } from '../../ui/field.js';
import { Input, Textarea } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { noteTexts } from './note-texts.js';
import { useNoteChange } from './use-version-notes.js';

/** As the service has them: docs/spec/content-tools.md#together. */
const maxLabel = 100;
const maxComment = 2000;

interface VersionNotesProps {
  readonly source: DocumentSource;
  readonly version: string;
  readonly notes: AdminVersionNotes;
}

/** The label of a version, and the comments on it. */
export function VersionNotes({ source, version, notes }: VersionNotesProps): ReactNode {
  const t = useTexts(noteTexts);
  const errorText = useErrorText();
  const titleId = useId();
  const change = useNoteChange(source, version);
  const label = notes.labels.find((each) => each.version === version)?.label ?? '';
  const comments = notes.comments.filter((each) => each.version === version);
  return (
    <section className="version-notes" aria-labelledby={titleId}>
      <h3 id={titleId}>{t.title}</h3>
      <LabelForm
        label={label}
        isBusy={change.isPending}
        onSave={(next) => change.mutate({ kind: 'label', label: next === '' ? null : next })}
      />
      {comments.length > 0 && (
        <ol className="version-comments">
          {comments.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              onDelete={() => change.mutate({ kind: 'delete', comment: comment.id })}
            />
          ))}
        </ol>
      )}
      <CommentForm
        isBusy={change.isPending}
        onSend={async (text) => change.mutateAsync({ kind: 'comment', text }).then(() => undefined)}
      />
      {change.error !== null && <Notice kind="danger">{errorText(change.error)}</Notice>}
    </section>
  );
}

interface LabelFormProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onSave: (label: string) => void;
}

function LabelForm({ label, isBusy, onSave }: LabelFormProps): ReactNode {
  const t = useTexts(noteTexts);
  const [typed, setTyped] = useState(label);
  // No key: a form that is made again would lose the focus of its button.
  useEffect(() => setTyped(label), [label]);
  return (
    <form
      className="version-note-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== label) onSave(typed.trim());
      }}
    >
      <Field label={t.label}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            maxLength={maxLabel}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" isBusy={isBusy} disabled={typed.trim() === label && t.labelSame}>
        {t.saveLabel}
      </Button>
    </form>
  );
}

interface CommentFormProps {
  readonly isBusy: boolean;
  readonly onSend: (text: string) => Promise<void>;
}

function CommentForm({ isBusy, onSend }: CommentFormProps): ReactNode {
  const t = useTexts(noteTexts);
  const [text, setText] = useState('');
  const send = async (): Promise<void> => {
    if (text.trim() === '') return;
    try {
      await onSend(text);
      setText('');
    } catch {
      // The notice below shows it, and the text stays.
    }
  };
  return (
    <form
      className="version-note-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={t.comment}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={text}
            maxLength={maxComment}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" isBusy={isBusy} disabled={text.trim() === '' && t.commentEmpty}>
        {t.send}
      </Button>
    </form>
  );
}

interface CommentProps {
  readonly comment: AdminVersionNotes['comments'][number];
  readonly onDelete: () => void;
}

function Comment({ comment, onDelete }: CommentProps): ReactNode {
  const t = useTexts(noteTexts);
  const auth = useAuthMeta();
  const { text, author, authorName, createdAt } = comment;
  const isOwn = author !== null && author === auth?.user.id;
  const person = { id: author, name: authorName };
  const nameOf = usePersonNames([person]);
  const isKey = author !== null && isKeyId(author);
  const name = isOwn ? t.you : isKey ? t.key : (nameOf(person) ?? t.otherUser);
  return (
    <li className="version-comment">
      <span className="version-comment-head">
        <strong>{name}</strong> <DateTime value={createdAt} style="relative" />
        {(isOwn || auth?.can.manageUsers === true) && (
          <IconButton icon="trash" size="small" label={t.deleteComment(name)} onClick={onDelete} />
        )}
      </span>
      <span className="version-comment-text">{text}</span>
    </li>
  );
}
