import type { TagObject } from 'openapi3-ts/oas31';
import type { Ir } from '../../ir/ir.js';
import { markdown } from './describe.js';
import { type IrDocument, isCollection } from './documents.js';

export interface Tags {
  readonly service: string;
  /** The tag of the routes of the config. */
  readonly routes: string;
  /** The tag of `/api/admin`. */
  readonly dashboard: string;
  /** The tag of `/api/auth`. */
  readonly auth: string;
  /** The tag of the built-in global `system`. */
  readonly system: string;
  /** The tag of a collection or global. */
  of(document: IrDocument): string;
  readonly objects: readonly TagObject[];
  /** For tools that show tags under headings (`x-tagGroups`). */
  readonly groups: readonly { readonly name: string; readonly tags: readonly string[] }[];
}

/** A tag for each collection and global, named by its label; slugs distinguish those with the same label. */
export function nameTags(ir: Ir): Tags {
  const documents: readonly IrDocument[] = [...ir.collections, ...ir.globals];
  const service = 'Service';
  const routes = 'Routes';
  const hasRoutes = ir.routes !== undefined;
  const dashboard = 'Dashboard';
  const hasDashboard = ir.branding !== null;
  const auth = 'Authentication';
  const system = 'System settings';
  const hasAuth = ir.contract.auth !== undefined;
  const labels = [
    ...documents.map(labelOf),
    service,
    ...(hasRoutes ? [routes] : []),
    ...(hasDashboard ? [dashboard] : []),
    ...(hasAuth ? [auth, system] : []),
  ];
  const names = new Map(
    documents.map((document) => {
      const label = labelOf(document);
      const isUnique = labels.filter((other) => other === label).length === 1;
      return [
        document,
        isUnique ? label : `${label} (${document.descriptor.kind} ${document.descriptor.slug})`,
      ];
    }),
  );
  const of = (document: IrDocument): string => names.get(document) ?? labelOf(document);
  return {
    service,
    routes,
    dashboard,
    auth,
    system,
    of,
    objects: [
      ...(hasAuth ? [{ name: auth, description: 'Accounts, sessions, API keys and the audit log.' }] : []),
      ...documents.map((document) => ({ name: of(document), description: aboutTag(document) })),
      ...(hasAuth
        ? [{ name: system, description: 'Settings that administrators change while the service runs.' }]
        : []),
      ...(hasRoutes ? [{ name: routes, description: 'Routes of this project.' }] : []),
      ...(hasDashboard
        ? [{ name: dashboard, description: 'Data for the dashboard other than documents.' }]
        : []),
      { name: service, description: 'Status and documents of the service itself.' },
    ],
    groups: [
      { name: 'Accounts', tags: hasAuth ? [auth] : [] },
      { name: 'Collections', tags: ir.collections.map(of) },
      { name: 'Globals', tags: [...ir.globals.map(of), ...(hasAuth ? [system] : [])] },
      { name: 'Routes', tags: hasRoutes ? [routes] : [] },
      { name: 'Service', tags: [...(hasDashboard ? [dashboard] : []), service] },
    ].filter(({ tags }) => tags.length > 0),
  };
}

function labelOf(document: IrDocument): string {
  return isCollection(document) ? document.pluralLabel : document.label;
}

function aboutTag(document: IrDocument): string {
  if (document.description !== null) return markdown(document.description);
  return isCollection(document)
    ? `Documents of the collection \`${document.descriptor.slug}\`.`
    : `The global \`${document.descriptor.slug}\`.`;
}
