/** What a project adds to its dashboard: the types of `defineAdmin`. */
import type { AdminFieldMeta } from '../codegen/admin-meta.js';
import type { AdminIcon } from '../config/icon-name.js';
import type { Registered } from '../config/register.js';
import type { RoleName } from '../config/roles.js';
import type { TranslatedText } from '../config/translated-text.js';
import type { JsonValue } from '../util/json.js';

/** A document of a project whose types are not generated yet. */
interface AnyDocument {
  readonly id: string;
  readonly [field: string]: JsonValue | undefined;
}

type Documents = Registered<'adminDocuments', Readonly<Record<string, AnyDocument>>>;

/** The generated client of the project; `unknown` until `svc generate` has run. */
export type AdminClient = Registered<'adminClient', unknown>;

/** `posts`, or of a global `globals.site`. */
export type DocumentName = keyof Documents & string;

/** The slug of a collection: `posts`. */
export type CollectionName = Exclude<DocumentName, `globals.${string}`>;

/** A document as the API returns it at depth 0. */
export type DocumentOf<Name extends DocumentName> = Documents[Name];

/** Its fields: without `id`, dates and `_revision`. */
export type FieldName<Name extends DocumentName> = Exclude<
  keyof Documents[Name] & string,
  'id' | 'createdAt' | 'updatedAt' | `_${string}`
>;

/** The values in a form. Each may be missing while the document is written. */
export type FormValues<Name extends DocumentName> = {
  readonly [Field in FieldName<Name>]?: Documents[Name][Field] | null;
};

/** The form around a widget. */
export interface DocumentForm<Name extends DocumentName> {
  readonly name: Name;
  /** Null while the document is not created. */
  readonly id: string | null;
  /** What is in the form. */
  readonly value: FormValues<Name>;
  /** What is stored. */
  readonly saved: FormValues<Name>;
  /** Whether the form has unsaved changes. */
  readonly dirty: boolean;
  /** Whether nothing can be changed. */
  readonly readOnly: boolean;
  /** Changes a field, as if it was typed. */
  set<Field extends FieldName<Name>>(field: Field, value: Documents[Name][Field] | null): void;
}

/** A React component: what it returns is drawn. */
export type Component<Props> = (props: Props) => unknown;

/** A component whose properties may be of a narrower type. */
type LooseComponent<Props> = { component(props: Props): unknown }['component'];

interface Shown {
  /** Users of other roles do not see it. This is no protection: rights are those of `access`. */
  readonly roles?: readonly RoleName[];
}

/** What the component of a page gets. */
export interface PageProps {
  /** The variable parts of its path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** A page of its own, at `/admin/x/` and its path. */
export interface AdminPage extends Shown {
  /** `figures`, `orders/:id`: lower-case letters, digits and hyphens. */
  readonly path: string;
  readonly title: TranslatedText;
  readonly icon?: AdminIcon;
  /** Heading in the navigation. */
  readonly group?: TranslatedText;
  /** `false`: it is not in the navigation. Pages with variable parts never are. */
  readonly navigation?: false;
  readonly component: Component<PageProps>;
}

interface LinkLooks extends Shown {
  readonly label: TranslatedText;
  readonly icon?: AdminIcon;
  readonly group?: TranslatedText;
}

/** An entry of the navigation. */
export type AdminLink =
  | (LinkLooks & {
      /** A path of `pages` without variable parts. */
      readonly page: string;
      readonly collection?: never;
      readonly where?: never;
      readonly href?: never;
    })
  | (LinkLooks & {
      /** The list of a collection; it is shown to those who may read it. */
      readonly collection: CollectionName;
      /** A filter of the list, as in the API. */
      readonly where?: object;
      readonly page?: never;
      readonly href?: never;
    })
  | (LinkLooks & {
      /** Another website, in a new tab. */
      readonly href: `https://${string}`;
      readonly page?: never;
      readonly collection?: never;
      readonly where?: never;
    });

/** What the component of a cell gets: the value of one field of a listed document. */
export interface CellProps<Name extends CollectionName = CollectionName, Value = JsonValue> {
  /** Undefined where the document has no value. */
  readonly value: Value | undefined;
  /** The listed document: the fields of its columns, others may be missing. */
  readonly document: { readonly id: string } & Partial<DocumentOf<Name>>;
}

/** By field: how a list draws its values. */
export type AdminCells = {
  readonly [Name in CollectionName]?: {
    readonly [Field in FieldName<Name>]?: LooseComponent<CellProps<Name, DocumentOf<Name>[Field]>>;
  } & { readonly [path: `${string}.${string}`]: LooseComponent<CellProps<Name>> };
};

/** A message that the dashboard shows for a while. */
export interface AdminNotification {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
}

/** What an action works with. */
export interface ActionContext<Name extends CollectionName = CollectionName> {
  /** As the dashboard shows them, with their drafts. One, if it is called from a document. */
  readonly documents: readonly DocumentOf<Name>[];
  readonly client: AdminClient;
  readonly user: AdminUser | null;
  readonly language: AdminLanguage;
  /** Shows a message; a text is a success. */
  notify(message: string | AdminNotification): void;
  /** Reads again what the dashboard shows of the collection. */
  reload(): Promise<void>;
}

interface ActionOf<Name extends CollectionName> extends Shown {
  readonly collection: Name;
  /** Unique in its collection: `send-to-print`. */
  readonly name: string;
  readonly label: TranslatedText;
  readonly icon?: AdminIcon;
  /** A question that is asked first. */
  readonly confirm?: TranslatedText;
  /** Where it is offered. Default: both. */
  readonly on?: 'document' | 'selection';
  run(context: ActionContext<Name>): unknown;
}

/** Something that users do with documents: in the menu of one, and with the selected ones of a list. */
export type AdminAction = { [Name in CollectionName]: ActionOf<Name> }[CollectionName];

/** What the component of a widget gets: the value of its field, and how to change it. */
export interface WidgetProps<Value = JsonValue> {
  /** The value in the form; null where there is none. */
  readonly value: Value;
  /** Changes it; the service checks the value like any other. */
  onChange(value: Value): void;
  /** Whether it cannot be changed now. */
  readonly readOnly: boolean;
  /** What is wrong with the value, in the language of the user. The dashboard shows it below the widget. */
  readonly issues: readonly string[];
  /** The field as `/api/admin/meta` describes it. */
  readonly field: AdminFieldMeta;
  /** For `aria-labelledby` of the input. */
  readonly labelId: string;
  /** For `aria-describedby` of the input. */
  readonly describedBy: string | undefined;
}

/** A part of the first page. */
export interface AdminOverviewPart extends Shown {
  readonly title: TranslatedText;
  readonly component: Component<Readonly<Record<string, never>>>;
}

/** The languages of the dashboard. */
export type AdminLanguage = 'en' | 'de';

/** The signed-in user. */
export interface AdminUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: RoleName;
}

/** What a project adds to its dashboard. */
export interface AdminExtension {
  readonly pages?: readonly AdminPage[];
  readonly navigation?: readonly AdminLink[];
  /** By collection and path of a field: not of the first column, which is the link to the document. */
  readonly cells?: AdminCells;
  readonly actions?: readonly AdminAction[];
  /** By the name that fields give as `admin.widget`. */
  readonly widgets?: Readonly<Record<string, LooseComponent<WidgetProps>>>;
  readonly overview?: readonly AdminOverviewPart[];
}
