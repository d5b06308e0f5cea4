-- What programs remember for a person, such as the columns of a screen.
create table user_preference (
  organisation int not null default organisation(),
  "user" bigint not null,
  name text not null,
  value jsonb not null,
  primary key (organisation, "user", name),
  foreign key (organisation, "user") references "user" (organisation, id)
);
call keep_apart('user_preference', 'select, insert, delete');
