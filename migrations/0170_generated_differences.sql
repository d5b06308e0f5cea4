-- What a change made of each field, told by code that is generated for each table: the loop over the keys of two jsonb objects
-- took a third of PostgreSQL's time for a write. What it tells is what differences_between tells, which still tells of deletions.
-- Equal by = and equal as JSON are the same for the types that are compared directly; others are compared as JSON. In a jsonb
-- column no value and the value null are the same.
create function differences_code(target regclass, hidden text[]) returns table (of_insert text, of_update text)
  language sql stable as $$
  with field as (
    select a.attnum, quote_literal(a.attname) as name, quote_ident(a.attname) as field, a.attname::text = any(hidden) as is_hidden,
        case
          when format_type(a.atttypid, null) = any('{bigint,integer,smallint,boolean,text,date,timestamp with time zone,'
            'time without time zone,uuid,bytea,numeric,text[],bigint[],integer[]}') then '%2$s.%1$s'
          when a.atttypid = 'jsonb'::regtype then 'coalesce(%2$s.%1$s, ''null'')'
          else 'to_jsonb(%2$s.%1$s)'
        end as compared
      from pg_attribute a where a.attrelid = target and a.attnum > 0 and not a.attisdropped
        and a.attname <> all('{organisation,id,created,modified}')),
  piece as (
    -- A function has at most a hundred arguments.
    select min(attnum) as place, string_agg(format(case when is_hidden then '%s, ''hidden''' else
        '%s, jsonb_build_object(''from'', null, ''to'', new.%s)' end, name, field), e',\n        ' order by attnum) as code
      from (select *, row_number() over (order by attnum) as n from field) f group by (n - 1) / 50)
  select (select coalesce(string_agg(format(e'jsonb_build_object(\n        %s)', code), e'\n        || ' order by place), '''{}''::jsonb')
      from piece),
    (select coalesce(string_agg(format(e'    if %s is distinct from %s then differences := differences || jsonb_build_object(%s, %s); end if;\n',
      format(compared, field, 'old'), format(compared, field, 'new'), name,
      case when is_hidden then '''hidden''' else format('jsonb_build_object(''from'', old.%1$s, ''to'', new.%1$s)', field) end), '' order by attnum), '')
      from field)
  $$;

-- The body of the trigger function of a table. Where a run is named, in the setting app.<run>, changes that it makes are not
-- events of their own but written by write_<run>_change(run, old, new, differences).
create function keep_change_code(target regclass, hidden text, run text) returns text language sql stable as $$
  select format($code$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := %4$s;
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', %2$L);
  elsif new is distinct from old then
    differences := '{}';
%5$s    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := write_stamp();%6$s
  else moment := write_change(%1$L, coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values (%1$L, old.id, moment);
  elsif new.modified <> moment then
    update %3$s set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $code$, c.relname, string_to_array(hidden, ' '), target, d.of_insert, d.of_update, case when run <> '' then format($code$
  elsif current_setting(%1$L, true) <> '' and tg_op <> 'DELETE' then
    moment := %2$I(current_setting(%1$L)::bigint, old, new, differences);$code$, 'app.' || run, format('write_%s_change', run)) else '' end)
  from pg_class c, differences_code(target, string_to_array(hidden, ' ')) d where c.oid = target
  $$;

-- Every table that is tracked, with the body that its trigger function should have.
create function tracked() returns table (target regclass, hidden text, run text, keeper regproc, code text) language sql stable as $$
  select t.tgrelid::regclass, g.hidden, g.run, t.tgfoid::regproc, keep_change_code(t.tgrelid, g.hidden, g.run)
    from pg_trigger t,
      lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as said) a,
      lateral (select coalesce(a.said[1], '') as hidden, coalesce(a.said[2], '') as run) g
    where t.tgname = 'keep_change'
  $$;

-- Writes the code anew for each table whose columns have changed. fetlock migrate calls it after every migration, so that none
-- can forget a new column.
create procedure keep_tracks() language plpgsql as $$
declare
  stale record;
begin
  for stale in select t.* from tracked() t join pg_proc p on p.oid = t.keeper where p.prosrc <> t.code loop
    execute format('create or replace function %s() returns trigger language plpgsql as %L', stale.keeper, stale.code);
  end loop;
end $$;

drop procedure keep_track(regclass, text);
create procedure keep_track(target regclass, hidden text default '', run text default '') language plpgsql as $$
declare
  keeper text := 'keep_change_of_' || (select relname from pg_class where oid = target);
begin
  execute format('create function %I() returns trigger language plpgsql as %L', keeper, keep_change_code(target, hidden, run));
  execute format('create constraint trigger keep_change after insert or update or delete on %s deferrable initially deferred
    for each row when (pg_trigger_depth() = 0) execute function %I(%L, %L)', target, keeper, hidden, run);
end $$;

drop trigger keep_change on item;
drop function keep_change_of_item();
call keep_track('item', '', 'catalog_import');
call keep_tracks();
