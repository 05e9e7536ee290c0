"""Whole files mined into Parquet parts: by this process, a pool or Dask, from a folder or an object store."""

import fsspec
import pyarrow.parquet
import pytest

from archives import warc
from pagekin.app.extract_files import FilesRequest, extract_files
from pagekin.app.file_mining import MinedFile, files_of, mine_file, part_name, total
from pagekin.app.step_runner import QuietRunner
from pagekin.errors import UsageError
from pagekin.navigation.crawler_file import dumps
from pagekin.site import Stop
from watched_shop import WatchedShop

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def shop():
    made = WatchedShop()
    made.server.server_close()
    return made


@pytest.fixture(scope="module")
def learned(shop):
    return dumps(shop.crawler())


@pytest.fixture
def files(shop, tmp_path):
    """Three files with two products each, beside a list, and pages of others."""
    folder = tmp_path / "warc"
    folder.mkdir()
    for number in range(3):
        paths = ["/", f"/p?id={2 * number + 1}", f"/p?id={2 * number + 2}"]
        pages = [(f"{shop.url}{path}", shop.answer(path)[1]) for path in paths]
        pages.append(("http://elsewhere.example/p?id=1", shop.answer("/p?id=1")[1]))
        records = [(url, "200 OK", {"Content-Type": "text/html"}, body) for url, body in pages]
        (folder / f"{number}.warc.gz").write_bytes(warc(records))
    return folder


def prices(folder):
    tables = [pyarrow.parquet.read_table(path) for path in sorted(folder.glob("*.parquet"))]
    return sorted(price for table in tables for price in table["price"].to_pylist())


ALL = [float(number) for number in range(11, 17)]


def extracted(learned, places, folder, **more):
    request = FilesRequest(learned, [str(place) for place in places], folder, **more)
    return extract_files(request, QuietRunner(), Stop())


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_file_becomes_a_part_with_the_records_of_the_class_alone(
    learned, files, tmp_path, jobs
):
    mined = extracted(learned, [files / "*.warc.gz"], tmp_path / "out", jobs=jobs)
    assert total(mined) == {"pages": 12, "kin": 6, "records": 6, "unread": 0}
    assert [one.source for one in mined] == sorted(map(str, files.iterdir()))
    assert len(list((tmp_path / "out").glob("*.parquet"))) == 3
    assert prices(tmp_path / "out") == ALL


def test_parts_have_the_same_columns_of_the_same_types_whatever_is_on_their_pages(
    shop, learned, tmp_path
):
    shown = ["€11", "€12.50", "sold out", "£13"]
    (tmp_path / "out").mkdir()
    for number, price in enumerate(shown):
        body = shop.look.replace("€{price}.00", price).format(name="Pot", number=number).encode()
        page = f"{shop.url}/p?id={number}", "200 OK", {"Content-Type": "text/html"}, body
        (tmp_path / f"{number}.warc.gz").write_bytes(warc([page]))
        mine_file(learned, str(tmp_path / f"{number}.warc.gz"), str(tmp_path / "out"))
    parts = [
        pyarrow.parquet.read_table(one) for one in sorted((tmp_path / "out").glob("*.parquet"))
    ]
    assert len({one.schema for one in parts}) == 1
    together = pyarrow.concat_tables(parts).sort_by("sku")
    assert together["price"].to_pylist() == [11.0, 12.5, None, 13.0]
    assert together["price.text"].to_pylist() == shown


def test_done_again_after_a_kill_anywhere_every_file_has_its_records_once(learned, files, tmp_path):
    sources = sorted(map(str, files.iterdir()))
    first = mine_file(learned, sources[0], str(tmp_path))
    assert first.kin == 2
    mine_file(learned, sources[1], str(tmp_path))
    (tmp_path / f"{part_name(sources[1])}.json").unlink()  # as if killed before that was written
    (files / "0.warc.gz").unlink()  # what is done is not read again
    again = [mine_file(learned, source, str(tmp_path)) for source in sources]
    assert again[0] == first
    assert prices(tmp_path) == ALL


def test_a_file_that_cannot_be_read_is_told_and_keeps_no_other_from_being_mined(
    learned, files, tmp_path
):
    (files / "1.warc.gz").write_bytes(b"no archive")
    mined = extracted(learned, [files / "*.gz"], tmp_path / "out", jobs=1)
    assert [bool(one.reason) for one in mined] == [False, True, False]
    assert len(prices(tmp_path / "out")) == 4


def test_what_is_not_there_is_bad_usage(tmp_path):
    with pytest.raises(UsageError, match="there is no such file"):
        files_of([str(tmp_path / "*.warc.gz")])
    assert part_name("s3://a/x.warc.gz") != part_name("s3://b/x.warc.gz")
    assert total([MinedFile("a", 1, 1, 2), MinedFile("b", 2)])["pages"] == 3


def test_files_of_an_object_store_are_mined_as_if_they_were_here(learned, files, tmp_path):
    system = fsspec.filesystem("memory")
    for path in files.iterdir():
        system.pipe(f"/{tmp_path.name}/{path.name}", path.read_bytes())
    extracted(learned, [f"memory://{tmp_path.name}/*.warc.gz"], tmp_path / "out", jobs=1)
    system.rm(f"/{tmp_path.name}", recursive=True)
    assert prices(tmp_path / "out") == ALL


@pytest.mark.filterwarnings("ignore")  # of Dask's own
def test_a_cluster_of_dask_mines_files_into_the_same_parts(learned, files, tmp_path):
    with distributed.LocalCluster(
        1, processes=False, host="127.0.0.1", dashboard_address=None, protocol="tcp"
    ) as cluster:
        address = cluster.scheduler_address
        mined = extracted(learned, [files / "*.warc.gz"], tmp_path / "out", dask=address)
    assert address.startswith("tcp://127.0.0.1:")
    assert total(mined)["records"] == 6
    assert prices(tmp_path / "out") == ALL
