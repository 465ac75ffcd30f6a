import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";
import { useOnline } from "@/lib/online";
import { cx } from "@/ui/cx";
import { Spinner } from "@/ui/feedback/spinner";
import { Tooltip } from "@/ui/popover/tooltip";

type Look = "main" | "plain" | "quiet" | "danger";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  children: ReactNode;
  /** main: the one gold button of a view · plain · quiet: no border · danger: destroys. */
  look?: Look;
  size?: "normal" | "small" | "large";
  icon?: LucideIcon;
  pending?: boolean;
  /** The action saves: disabled without a network, with the reason. */
  saves?: boolean;
  /** Reason why the button is disabled, shown beside it on hover and focus. */
  fixed?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

const looks: Record<Look, string> = {
  main: "border-accent bg-accent text-on-accent hover:bg-accent-hover hover:border-accent-hover shadow-[inset_0_1px_0_rgb(255_255_255/0.18)]",
  plain: "border-line-strong bg-surface text-ink hover:bg-hover",
  quiet: "border-transparent text-ink-soft hover:bg-hover hover:text-ink",
  danger: "border-bad bg-bad text-on-bad hover:brightness-110",
};
const sizes = {
  small: "h-[30px] px-2.5 text-xs max-sm:h-11 max-sm:text-sm",
  normal: "h-9 px-3.5 text-sm max-sm:h-11",
  large: "h-11 px-4 text-base",
};

export function buttonClass(look: Look = "plain", size: keyof typeof sizes = "normal"): string {
  return cx(
    "inline-flex shrink-0 items-center justify-center gap-2 rounded border font-[550] whitespace-nowrap select-none",
    "transition-colors [&>svg]:size-4 [&>svg]:shrink-0",
    looks[look],
    sizes[size],
  );
}

export function Button(props: ButtonProps) {
  const {
    look = "plain",
    size = "normal",
    icon: Icon,
    pending,
    saves,
    fixed,
    disabled,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const { t } = useTranslation();
  const online = useOnline();
  const why = fixed ?? (saves === true && !online ? t("errors.noInternet") : undefined);
  const cut = why !== undefined;
  // Not `disabled`: a disabled button takes no focus, so its reason could not be reached.
  const button = (
    <button
      type="button"
      data-main={look === "main" || look === "danger" ? "" : undefined}
      {...rest}
      disabled={disabled}
      aria-disabled={cut || pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (cut || pending) event.preventDefault();
        else onClick?.(event);
      }}
      className={cx(buttonClass(look, size), (cut || disabled) && "opacity-55", className)}
    >
      {pending ? <Spinner /> : Icon ? <Icon aria-hidden strokeWidth={1.8} /> : null}
      {children}
    </button>
  );
  return cut ? <Tooltip text={why}>{button}</Tooltip> : button;
}

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  /** A number in the corner. */
  badge?: string | undefined;
  badgeLook?: "bad" | "accent";
  saves?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({
  icon: Icon,
  label,
  badge,
  badgeLook = "bad",
  saves,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const cut = saves === true && !online;
  return (
    <Tooltip text={cut ? t("errors.noInternet") : label}>
      <button
        type="button"
        aria-label={badge ? `${label}: ${badge}` : label}
        aria-disabled={cut || undefined}
        {...rest}
        onClick={(event) => {
          if (cut) event.preventDefault();
          else onClick?.(event);
        }}
        className={cx(
          "relative grid size-9 shrink-0 place-items-center rounded text-ink-soft hover:bg-hover hover:text-ink max-sm:size-11",
          "data-[state=open]:bg-hover disabled:opacity-50",
          cut && "opacity-50",
          className,
        )}
      >
        <Icon aria-hidden size={19} strokeWidth={1.8} />
        {badge ? (
          <span
            aria-hidden
            className={cx(
              "absolute top-[3px] right-0.5 rounded-full border-[1.5px] border-surface px-1 text-[10px] leading-[15px] font-[650]",
              badgeLook === "bad" ? "bg-bad text-on-bad" : "bg-accent text-on-accent",
            )}
          >
            {badge}
          </span>
        ) : null}
      </button>
    </Tooltip>
  );
}
