import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/controls/button";
import { Field } from "./field";
import { useFormControl } from "./form";

export interface TextFieldProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, "autoComplete" | "inputMode" | "placeholder" | "maxLength"> {
  name: string;
  label: string;
  help?: ReactNode;
  required?: boolean;
}

/** One line of text. */
export function TextField({ name, label, help, required, ...input }: TextFieldProps) {
  const { fields, errorOf } = useFormControl();
  return (
    <Field label={label} help={help} error={errorOf(name)} required={required}>
      {(parts) => <input type="text" className="field" {...input} {...parts} {...fields.register(name)} />}
    </Field>
  );
}

/** A secret: hidden until it is revealed. */
export function PasswordField({ name, label, help, required, ...input }: TextFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { fields, errorOf } = useFormControl();
  return (
    <Field label={label} help={help} error={errorOf(name)} required={required}>
      {(parts) => (
        <span className="relative block">
          <input
            type={shown ? "text" : "password"}
            className="field pr-11"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...parts}
            {...fields.register(name)}
          />
          <span className="absolute top-0 right-0">
            <IconButton
              icon={shown ? EyeOff : Eye}
              label={t(shown ? "kit.hidePassword" : "kit.showPassword")}
              onClick={() => setShown(!shown)}
            />
          </span>
        </span>
      )}
    </Field>
  );
}
