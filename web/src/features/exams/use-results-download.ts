/** Saves the results of an exam as a spreadsheet. */
import { useTranslation } from "react-i18next";
import { download } from "@/api/download";
import { showFileError } from "@/ui/feedback/toast";

export function useResultsDownload(examId: number): () => Promise<unknown> {
  const { t } = useTranslation();
  const name = `${t("exams.one")}-${examId}.xlsx`;
  return () => download({ path: `/exams/${examId}/results/export`, body: {}, name }).catch(showFileError);
}
