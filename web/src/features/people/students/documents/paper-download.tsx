/** An identity paper as a file, for who has just read the papers for a reason (R1-042, R1-375, D-58). */
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "@/api/download";
import { IconButton } from "@/ui/controls/button";
import { showFileError } from "@/ui/feedback/toast";

const KINDS = { passport: "passport", personalId: "personal-id", birthCertificate: "birth-certificate" } as const;

export function PaperDownload({ studentId, paper }: { studentId: number; paper: keyof typeof KINDS }) {
  const { t } = useTranslation();
  const [fetching, setFetching] = useState(false);
  const fetchIt = () => {
    setFetching(true);
    const kind = KINDS[paper];
    download({ path: "/student-groups/info-file", query: { studentId, kind }, name: `${kind}-${studentId}.txt` })
      .catch(showFileError)
      .finally(() => setFetching(false));
  };
  return (
    <IconButton
      icon={Download}
      label={`${t(`students.${paper}`)}: ${t("student.download")}`}
      disabled={fetching}
      onClick={fetchIt}
    />
  );
}
