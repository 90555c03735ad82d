import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.IndexSortSortedNumericDocValuesRangeQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/**
 * Lucene for `npm run bench ordinary -- --lucene`, run from source by lucene.ts: ROWS INDEX_FOLDER QUERIES. One segment that is sorted
 * by score, so that one pass over the matches counts them and keeps the first 25, and a range of scores is a range of documents.
 *
 * Lines on standard input: NUMBER, `find` or `facet`, and the clauses of a query; or NUMBER, `time`, and `find` or `facet`, which runs
 * all of QUERIES one after the other. Lines on standard output begin with the same number. Fields are separated by tabs.
 */
class LuceneSearch {
  static final int pageSize = 25;

  public static void main(String[] args) throws Exception {
    FSDirectory directory = FSDirectory.open(Path.of(args[1]));
    index(Path.of(args[0]), directory);
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
    List<Query> queries = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(args[2]))) queries.add(queryOf(line.split("\t"), 0));
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    answer(out, "ready");
    ExecutorService threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] fields = line.split("\t");
      threads.execute(() -> {
        try {
          answer(out, fields[0] + "\t" + run(searcher, queries, fields));
        } catch (Exception error) {
          error.printStackTrace();
          System.exit(1);
        }
      });
    }
    threads.shutdown();
  }

  static synchronized void answer(PrintStream out, String line) {
    out.println(line);
    out.flush();
  }

  static String run(IndexSearcher searcher, List<Query> queries, String[] fields) throws IOException {
    if (!fields[1].equals("time")) return search(searcher, queryOf(fields, 2), fields[1].equals("facet"));
    StringJoiner times = new StringJoiner(" ");
    for (Query query : queries) {
      long began = System.nanoTime();
      search(searcher, query, fields[2].equals("facet"));
      times.add(String.valueOf((System.nanoTime() - began) / 1e6));
    }
    return times.toString();
  }

  /** A line of rows: id, score or nothing, country or nothing, tokens. */
  static void index(Path rows, FSDirectory directory) throws IOException {
    SortField byScore = new SortField("score", SortField.Type.LONG, true);
    byScore.setMissingValue(Long.MIN_VALUE);
    IndexWriterConfig config = new IndexWriterConfig().setIndexSort(new Sort(byScore)).setRAMBufferSizeMB(256);
    try (IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader lines = Files.newBufferedReader(rows)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        writer.addDocument(documentOf(line.split("\t", -1)));
      }
      writer.forceMerge(1);
    }
  }

  static Document documentOf(String[] row) {
    Document document = new Document();
    document.add(new BinaryDocValuesField("id", new BytesRef(row[0])));
    if (!row[1].isEmpty()) {
      long score = NumericUtils.doubleToSortableLong(Double.parseDouble(row[1]));
      document.add(new NumericDocValuesField("score", score));
      document.add(new LongPoint("score", score));
    }
    if (!row[2].isEmpty()) document.add(new SortedDocValuesField("country", new BytesRef(row[2])));
    for (String token : row[3].split("\\|")) document.add(new StringField("token", token, Field.Store.NO));
    return document;
  }

  /** Clauses are `any:`, `all:` or `none:` with tokens, or `min:` with a score. */
  static Query queryOf(String[] clauses, int from) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    Query only = new MatchAllDocsQuery();
    int wanted = 0;
    for (int at = from; at < clauses.length; at++) {
      if (clauses[at].isEmpty()) continue;
      int colon = clauses[at].indexOf(':');
      String kind = clauses[at].substring(0, colon);
      String[] values = clauses[at].substring(colon + 1).split("\\|");
      if (kind.equals("none")) {
        all.add(anyOf(values), Occur.MUST_NOT);
        continue;
      }
      String[][] parts = {values};
      if (kind.equals("all")) {
        parts = new String[values.length][];
        for (int part = 0; part < values.length; part++) parts[part] = new String[] {values[part]};
      }
      for (String[] part : parts) {
        only = kind.equals("min") ? scoreFrom(Double.parseDouble(part[0])) : anyOf(part);
        all.add(only, Occur.FILTER);
        wanted++;
      }
    }
    if (wanted == 0) all.add(only, Occur.FILTER);
    BooleanQuery query = all.build();
    return query.clauses().size() == 1 ? only : query;
  }

  static Query anyOf(String[] tokens) {
    if (tokens.length == 1) return new TermQuery(new Term("token", tokens[0]));
    List<BytesRef> terms = new ArrayList<>();
    for (String token : tokens) terms.add(new BytesRef(token));
    return new TermInSetQuery("token", terms);
  }

  static Query scoreFrom(double min) {
    long from = NumericUtils.doubleToSortableLong(min);
    Query fallback = LongPoint.newRangeQuery("score", from, Long.MAX_VALUE);
    return new IndexSortSortedNumericDocValuesRangeQuery("score", from, Long.MAX_VALUE, fallback);
  }

  /** The total, the ids of the page, and, for `facet`, how many matches each country has. */
  static String search(IndexSearcher searcher, Query query, boolean facet) throws IOException {
    // Lucene knows these counts without a pass over the matches.
    boolean isKnown = query instanceof TermQuery || query instanceof MatchAllDocsQuery;
    Matches matches = new Matches(facet, isKnown && !facet);
    searcher.search(query, matches);
    int total = isKnown ? searcher.count(query) : matches.total;
    StringJoiner ids = new StringJoiner(" ");
    BinaryDocValues values = DocValues.getBinary(searcher.getIndexReader().leaves().get(0).reader(), "id");
    for (int at = 0; at < Math.min(total, pageSize); at++) {
      values.advanceExact(matches.page[at]);
      ids.add(values.binaryValue().utf8ToString());
    }
    return total + "\t" + ids + "\t" + (facet ? matches.facet() : "");
  }

  /** Of the one segment: how many match, and the first of them. */
  static final class Matches extends SimpleCollector {
    final boolean hasFacet;
    final boolean stopsAfterPage;
    final int[] page = new int[pageSize];
    int total = 0;
    SortedDocValues countries;
    int[] counts;

    Matches(boolean hasFacet, boolean stopsAfterPage) {
      this.hasFacet = hasFacet;
      this.stopsAfterPage = stopsAfterPage;
    }

    @Override
    protected void doSetNextReader(LeafReaderContext context) throws IOException {
      if (!hasFacet) return;
      countries = DocValues.getSorted(context.reader(), "country");
      counts = new int[countries.getValueCount()];
    }

    @Override
    public void collect(int document) throws IOException {
      if (total < pageSize) page[total] = document;
      else if (stopsAfterPage) throw new CollectionTerminatedException();
      total++;
      if (hasFacet && countries.advanceExact(document)) counts[countries.ordValue()]++;
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }

    String facet() throws IOException {
      StringJoiner found = new StringJoiner("|");
      for (int country = 0; country < counts.length; country++) {
        if (counts[country] > 0) found.add(countries.lookupOrd(country).utf8ToString() + "=" + counts[country]);
      }
      return found.toString();
    }
  }
}
