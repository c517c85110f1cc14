import type { EmittedFile, Ir } from '../../ir/ir.js';
import { block, code, docComment, key, objectType, onlyTyped, raw } from '../../print/code.js';
import { importedType } from '../../print/imported-name.js';
import { hasPreviews } from './core-files.js';
import { coreType, previewType, previewValue } from './core-names.js';
import { sdkModule } from './sdk-module.js';
import { shapeName } from './shape.js';

/** `sdk/preview`: for pages that the dashboard shows beside its form. Only where the config has a preview. */
export function previewFiles(ir: Ir): readonly EmittedFile[] {
  if (!hasPreviews(ir)) return [];
  const module = sdkModule(ir, 'sdk/preview');
  module.declare('onPreview', 'autosave', 'callback', 'options', 'PreviewedDocuments');
  module.types(raw("export type * from './core/preview/index.js';"));
  module.both(raw("export { autosave } from './core/preview/index.js';"));
  module.blank();
  const previewed = ir.collections.filter(({ admin }) => admin.preview);
  const documents = previewed.map((collection) => {
    const shape = importedType(shapeName(collection), './sdk/types.ts');
    return code`readonly ${key(collection.descriptor.slug)}: ${coreType('DraftAt')}<${shape}, 0>`;
  });
  module.types(
    code`${docComment('The documents with a preview, by the slugs of their collections.')}export interface PreviewedDocuments ${objectType(documents, { broken: true })}`,
  );
  module.blank();
  const callback = code`: (event: ${previewType('PreviewEvent')}<PreviewedDocuments>) => void`;
  const options = code`: ${previewType('PreviewOptions')}`;
  module.exported({
    comment: raw(comment),
    code: code`export function onPreview(callback${onlyTyped(callback)}, options${onlyTyped(options)})${onlyTyped(raw(': () => void'))} ${block(
      [code`return ${previewValue('onPreviewOf')}(callback, options);`],
    )}`,
    declaration: code`export declare function onPreview(callback${callback}, options${options}): () => void;`,
  });
  return module.emit();
}

const comment = `/**
 * Calls back with what an editor types, on a page that the dashboard shows beside its form, and after each save.
 * Messages of any other origin are ignored.
 *
 * @returns a function that ends it.
 *
 * @example
 * onPreview((event) => {
 *   if (event.type === 'document') show(event.document);
 * }, { origin: 'https://cms.example.com' });
 */
`;
