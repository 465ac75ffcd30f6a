/** Key file: chosen or pasted; a saved one is never returned. */
import { FileUp } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/form/field";
import { useFormControl } from "@/ui/form/form";
import type { TextFieldProps } from "@/ui/form/text-field";

export function DocumentField({ name, label, help, placeholder, required }: TextFieldProps) {
  const { t } = useTranslation();
  const { fields, errorOf } = useFormControl();
  const chooser = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file) fields.setValue(name, await file.text(), { shouldDirty: true });
  };
  return (
    <Field label={label} help={help} error={errorOf(name)} required={required}>
      {(parts) => (
        <div className="grid grid-cols-1 justify-items-start gap-2">
          <textarea
            rows={3}
            className="field h-auto py-2 text-sm"
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            {...parts}
            {...fields.register(name)}
          />
          <input
            ref={chooser}
            type="file"
            accept="application/json,.json"
            className="hidden"
            tabIndex={-1}
            aria-hidden
            onChange={({ target }) => {
              void take(target.files?.[0]);
              target.value = "";
            }}
          />
          <Button icon={FileUp} size="small" onClick={() => chooser.current?.click()}>
            {t("integrations.chooseFile")}
          </Button>
        </div>
      )}
    </Field>
  );
}
